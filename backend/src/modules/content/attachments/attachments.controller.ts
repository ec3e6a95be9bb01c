import { Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { missingPermission } from '../../../platform/access/access.guard.js';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { AcceptsForm, type Form, FormBody, type FormFile } from '../../../platform/http/forms/form-body.js';
import { AttachmentsService, getAttachmentLimit } from './attachments.service.js';

export class AttachmentResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'without folders and control characters', example: 'handbook.pdf' }) name!: string;
  @ApiProperty({ example: 734_003 }) size_bytes!: number;
  @ApiProperty({
    description:
      'detected from the bytes; text/plain for all valid UTF-8, HTML and SVG included, and application/octet-stream ' +
      'for what is unknown',
    example: 'application/pdf',
  })
  media_type!: string;
  @ApiProperty({
    description: 'for use in a text: [handbook.pdf](url); includes the prefix of the API',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  url!: string;
}

const anyFile: FormFile = {
  description: 'a file of any type, of at most the megabytes that the administrators have set, 50 by default',
  required: true,
  maxBytes: (_config, settings) => getAttachmentLimit(settings),
};

@ApiTags('attachments')
@Controller('attachments')
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    private readonly permissions: PermissionDirectory,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Upload a file for a text',
    description:
      'Only its uploader can download the file until a saved text links to it, then everyone who may see the text; a ' +
      'file that is unused for a day is deleted. Files count to the storage and the hourly uploads that a user ' +
      'has for images. Requires the permission `content.create`, `comments.create` or `forum.post`.',
  })
  @SignedIn()
  @AcceptsForm(null, { file: anyFile })
  @ApiCreatedResponse({ description: 'The stored file', type: AttachmentResponse })
  @ProblemResponses({ 403: 'The requester holds none of content.create, comments.create and forum.post' })
  async uploadAttachment(
    @FormBody(null) { files }: Form<object, 'file'>,
    @CurrentActor() actor: Actor,
  ): Promise<AttachmentResponse> {
    if (!actor.canAny('content.create', 'comments.create', 'forum.post'))
      throw await missingPermission(this.permissions, actor, 'comments.create');
    if (!files.file) throw invalid([{ field: 'file', message: (texts) => texts.content.chooseFile }]);
    const { id, name, size, media_type, url } = await this.attachments.upload(actor, files.file);
    return { id, name, size_bytes: size, media_type, url };
  }
}
