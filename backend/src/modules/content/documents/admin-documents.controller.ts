import { Controller, Delete, Param, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { ItemRemoval } from '../lifecycle/item-removal.js';
import { thumbnailOf } from '../lifecycle/thumbnails.service.js';
import { DocumentResponse, UpdateDocumentRequest } from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';

/** The specification puts edits under /admin, but they are for authors as well: the policy decides per document. */
@ApiTags('documents')
@Controller('admin/documents')
export class AdminDocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly removal: ItemRemoval,
    private readonly queries: DocumentsQueries,
  ) {}

  @Put(':id')
  @ApiOperation({
    summary: 'Saves an edit; what is omitted stays',
    description: 'For the author and for holders of content.edit_any.',
  })
  @SignedIn()
  @AcceptsForm(UpdateDocumentRequest, { thumbnail: imageFile('the picture on cards, cropped to 2:1') })
  @ApiOkResponse({ type: DocumentResponse })
  @ApiAcceptedResponse({
    type: DocumentResponse,
    description: 'as readers see it; the edit waits for review, see pending_revision',
  })
  @ProblemResponses(404, 409)
  async updateDocument(
    @Param('id') idOrSlug: string,
    @FormBody(UpdateDocumentRequest) form: Form<UpdateDocumentRequest>,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentResponse> {
    const key = await this.queries.key(idOrSlug, actor);
    const outcome = await this.documents.update(actor, key, form.fields, thumbnailOf(form));
    if (outcome === 'pending') void reply.code(202);
    return this.queries.get(key.id, actor);
  }

  @Put(':id/enhanced')
  @ApiOperation({ summary: 'The same as PUT /admin/documents/{id}' })
  @SignedIn()
  @AcceptsForm(UpdateDocumentRequest, { thumbnail: imageFile('the picture on cards, cropped to 2:1') })
  @ApiOkResponse({ type: DocumentResponse })
  @ApiAcceptedResponse({
    type: DocumentResponse,
    description: 'as readers see it; the edit waits for review, see pending_revision',
  })
  @ProblemResponses(404, 409)
  async updateDocumentEnhanced(
    @Param('id') id: string,
    @FormBody(UpdateDocumentRequest) form: Form<UpdateDocumentRequest>,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentResponse> {
    return this.updateDocument(id, form, actor, reply);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Deletes a document for good',
    description: 'For the author and for holders of content.delete_any.',
  })
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404)
  async deleteDocument(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    const { id } = await this.queries.key(idOrSlug, actor);
    await this.removal.remove(actor, { kind: 'document', id });
    return { message: 'Document deleted successfully!' };
  }
}
