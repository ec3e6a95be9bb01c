import { applyDecorators, Controller, Delete, Param, Put, Res, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { DeleteItemQuery } from '../items/item-fields.dto.js';
import { SubtreeService } from '../tree/subtree.service.js';
import { getThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { DocumentIdParam, DocumentResponse, UpdateDocumentRequest } from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const UpdateResponses = () =>
  applyDecorators(
    ApiOkResponse({ description: 'The updated document', type: DocumentResponse }),
    ApiAcceptedResponse({
      description: 'The document as readers see it; the edit waits for review, see pending_revision',
      type: DocumentResponse,
    }),
    ProblemResponses({
      403:
        'The requester is neither the author nor a holder of `content.edit_any`, or may not set this status ' +
        'or visibility',
      404: 'No such document, or the requester may not see it',
      409:
        '`slug_taken` with a free `suggestion`; `stale_version` with `current_version` and `saved_by` when the ' +
        'document was saved since `version`; `edit_pending` while the edit of another user waits for review',
    }),
  );

/** Edits and deletes documents. The specification puts edits under /admin, but they are for authors as well. */
@ApiTags('documents')
@Controller()
export class DocumentEditingController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly subtrees: SubtreeService,
    private readonly queries: DocumentsQueries,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  @Put('admin/documents/:id')
  @ApiOperation({
    summary: 'Update a document',
    description:
      'For the author and for holders of `content.edit_any`. Omitted fields stay unchanged. When edits ' +
      'need review, an edit of a published document by a user without `content.publish` becomes the ' +
      'pending revision (202) and reviewers decide on it; every other edit is live at once and increments ' +
      '`version`. A thumbnail is always live at once.',
  })
  @DocumentIdParam()
  @SignedIn()
  @AcceptsForm(UpdateDocumentRequest, { thumbnail: imageFile('the thumbnail image, cropped to 2:1') })
  @UpdateResponses()
  async updateDocument(
    @Param('id') idOrSlug: string,
    @FormBody(UpdateDocumentRequest) form: Form<UpdateDocumentRequest>,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentResponse> {
    const resolved = await this.queries.resolve(idOrSlug, actor);
    const outcome = await this.documents.update(actor, resolved, form.fields, getThumbnail(form));
    if (outcome === 'pending') void reply.code(202);
    return this.queries.get(resolved.id, actor);
  }

  @Put('admin/documents/:id/enhanced')
  @ApiOperation({ summary: 'Update a document (alias)', description: 'The same as `PUT /admin/documents/{id}`.' })
  @DocumentIdParam()
  @SignedIn()
  @AcceptsForm(UpdateDocumentRequest, { thumbnail: imageFile('the thumbnail image, cropped to 2:1') })
  @UpdateResponses()
  async updateDocumentEnhanced(
    @Param('id') id: string,
    @FormBody(UpdateDocumentRequest) form: Form<UpdateDocumentRequest>,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentResponse> {
    return this.updateDocument(id, form, actor, reply);
  }

  @Delete('admin/documents/:id')
  @ApiOperation({
    summary: 'Delete a document',
    description:
      'For the author and for holders of `content.delete_any`. It goes to the trash with its revisions, comments, ' +
      'reactions and bookmarks. An author whose document another user deletes gets a notification.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The document was deleted', type: MessageResponse })
  @ProblemResponses({
    403:
      'The requester is neither the author nor a holder of `content.delete_any`, or may not delete a page below it ' +
      '(`child_not_permitted`)',
    404: 'No such document, or the requester may not see it',
    409: '`too_many_below`: more than 500 pages are below it',
  })
  async deleteDocument(
    @Param('id') idOrSlug: string,
    @Query() { children }: DeleteItemQuery,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.subtrees.moveToTrash(actor, { kind: 'document', id }, children);
    return { message: texts.content.documentDeleted };
  }

  @Post('documents/:id/thumbnail')
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
    const resolved = await this.queries.resolve(idOrSlug, actor);
    await this.thumbnails.replace(actor, { kind: 'document', id: resolved.id }, resolved, files.thumbnail);
    return this.queries.get(resolved.id, actor);
  }

  @Delete('documents/:id/thumbnail')
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
    const { id } = await this.queries.resolve(idOrSlug, actor);
    await this.thumbnails.remove(actor, { kind: 'document', id });
    return this.queries.get(id, actor);
  }
}
