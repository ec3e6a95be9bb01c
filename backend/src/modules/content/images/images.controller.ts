import { ApiProperty, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Controller, Post } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { Images } from '../../../platform/images/images.js';

export class ImageResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    description: 'for use in a text: ![Alternative text](url); includes the prefix of the API',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  url!: string;
  @ApiProperty({ description: 'pixels', example: 1600 }) width!: number;
  @ApiProperty({ description: 'pixels', example: 900 }) height!: number;
}

@ApiTags('images')
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: Images,
    private readonly permissions: PermissionDirectory,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Upload an image for a text',
    description:
      'Only its uploader can see the image until a saved text shows it; an image that is unused for a day ' +
      'is deleted. A user may store 500 MB and upload 200 images per hour, unless the administrators set ' +
      'other limits. Requires the permission `content.create`, `comments.create` or `forum.post`.',
  })
  @SignedIn()
  @AcceptsForm(null, { image: imageFile('JPEG, PNG, GIF, WebP or AVIF, detected by its content', true) })
  @ApiCreatedResponse({ description: 'The stored image', type: ImageResponse })
  @ProblemResponses({ 403: 'The requester holds none of content.create, comments.create and forum.post' })
  async uploadImage(
    @FormBody(null) { files }: Form<object, 'image'>,
    @CurrentActor() actor: Actor,
  ): Promise<ImageResponse> {
    if (!actor.canAny('content.create', 'comments.create', 'forum.post'))
      throw await missingPermission(this.permissions, actor, 'comments.create');
    if (!files.image) throw invalid([{ field: 'image', message: (texts) => texts.content.chooseImage }]);
    await this.images.countUpload(actor);
    const { id, url, width, height } = await this.images.storeImage(actor, files.image);
    return { id, url, width, height };
  }
}
