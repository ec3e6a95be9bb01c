import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/form-body.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { DocumentResponse } from '../documents/documents.dto.js';
import { DocumentsQueries } from '../documents/documents.queries.js';
import { Thumbnails } from './thumbnails.service.js';

@ApiTags('documents')
@Controller('documents/:id/thumbnail')
export class ThumbnailsController {
  constructor(
    private readonly thumbnails: Thumbnails,
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
    const { id } = await this.documents.key(idOrSlug, actor);
    await this.thumbnails.change(actor, id, files.thumbnail);
    return this.documents.get(id, actor);
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
    await this.thumbnails.remove(actor, id);
    return this.documents.get(id, actor);
  }
}
