import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { DocumentResponse } from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { ThumbnailsService } from '../lifecycle/thumbnails.service.js';

@ApiTags('documents')
@Controller('documents/:id/thumbnail')
export class DocumentThumbnailsController {
  constructor(
    private readonly thumbnails: ThumbnailsService,
    private readonly documents: DocumentsQueries,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Gives a document another picture; its version stays',
    description: 'For the author and for holders of content.edit_any.',
  })
  @HttpCode(200)
  @SignedIn()
  @AcceptsForm(null, { thumbnail: imageFile('JPG, PNG, GIF or WebP, told by its bytes; cropped to 2:1', true) })
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(404)
  async uploadDocumentThumbnail(
    @Param('id') idOrSlug: string,
    @FormBody(null) { files }: Form<object, 'thumbnail'>,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const key = await this.documents.key(idOrSlug, actor);
    await this.thumbnails.replace(actor, { kind: 'document', id: key.id }, key, files.thumbnail);
    return this.documents.get(key.id, actor);
  }

  @Delete()
  @ApiOperation({
    summary: 'Takes the picture of a document away; its version stays',
    description: 'For the author and for holders of content.edit_any.',
  })
  @SignedIn()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(404)
  async deleteDocumentThumbnail(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const { id } = await this.documents.key(idOrSlug, actor);
    await this.thumbnails.remove(actor, { kind: 'document', id });
    return this.documents.get(id, actor);
  }
}
