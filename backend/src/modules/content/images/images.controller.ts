import { Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusal } from '../../../platform/access/access.guard.js';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ImageResponse } from './images.dto.js';
import { Images } from '../../../platform/images/images.js';

@ApiTags('images')
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: Images,
    private readonly permissions: PermissionDirectory,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Stores an image for a text',
    description:
      'Until a saved text shows it, only its uploader sees it; after a day without use it is gone. A user may store 500 MB and upload 200 images in an hour, unless the administrators set other limits.',
  })
  @SignedIn()
  @AcceptsForm(null, { image: imageFile('JPG, PNG, GIF or WebP, told by its bytes', true) })
  @ApiCreatedResponse({ type: ImageResponse })
  async uploadImage(
    @FormBody(null) { files }: Form<object, 'image'>,
    @CurrentActor() actor: Actor,
  ): Promise<ImageResponse> {
    if (!actor.canAny('content.create', 'comments.create'))
      throw await refusal(this.permissions, actor, 'comments.create');
    if (!files.image) throw invalid([{ field: 'image', message: 'Please choose an image.' }]);
    await this.images.countUpload(actor);
    const { id, url, width, height } = await this.images.storeImage(actor, files.image);
    return { id, url, width, height };
  }
}
