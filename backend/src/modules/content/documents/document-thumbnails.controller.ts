import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { DocumentIdParam, DocumentResponse } from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { ThumbnailsService } from '../items/thumbnails.service.js';

@ApiTags('documents')
@Controller('documents/:id/thumbnail')
export class DocumentThumbnailsController {
  constructor(
    private readonly thumbnails: ThumbnailsService,
    private readonly documents: DocumentsQueries,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Replace the thumbnail of a document',
    description:
      'For the author and for holders of `content.edit_any`. Takes effect at once, without review; the ' +
      'version of the document stays unchanged.',
  })
  @HttpCode(200)
  @DocumentIdParam()
  @SignedIn()
  @AcceptsForm(null, {
    thumbnail: imageFile('JPEG, PNG, GIF, WebP or AVIF, detected by its content; cropped to 2:1', true),
  })
  @ApiOkResponse({ description: 'The document with the new thumbnail', type: DocumentResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such document, or the requester may not see it',
  })
  async uploadDocumentThumbnail(
    @Param('id') idOrSlug: string,
    @FormBody(null) { files }: Form<object, 'thumbnail'>,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const key = await this.documents.getKey(idOrSlug, actor);
    await this.thumbnails.replace(actor, { kind: 'document', id: key.id }, key, files.thumbnail);
    return this.documents.get(key.id, actor);
  }

  @Delete()
  @ApiOperation({
    summary: 'Delete the thumbnail of a document',
    description:
      'For the author and for holders of `content.edit_any`. Takes effect at once, without review; the ' +
      'version of the document stays unchanged.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The document without a thumbnail', type: DocumentResponse })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such document, or the requester may not see it',
  })
  async deleteDocumentThumbnail(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const { id } = await this.documents.getKey(idOrSlug, actor);
    await this.thumbnails.remove(actor, { kind: 'document', id });
    return this.documents.get(id, actor);
  }
}
