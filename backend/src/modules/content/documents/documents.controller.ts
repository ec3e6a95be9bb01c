import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import {
  Idempotency,
  IdempotencyHeader,
  IdempotencyKey,
  type IdempotencyContext,
} from '../../../platform/idempotency/idempotency.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { SubtreeService } from '../tree/subtree.service.js';
import { getThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { CurrentViewer, type Viewer, getViewer, ViewQuery } from '../views/viewer.js';
import { ItemViewCounter } from '../views/view-counter.js';
import {
  DocumentIdParam,
  CreateDocumentRequest,
  DocumentResponse,
  DocumentsQuery,
  DocumentSummaryResponse,
  DocumentTemplateResponse,
  SetDocumentStatusRequest,
} from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';
import { DocumentWorkflowService } from './document-workflow.service.js';

@ApiTags('documents')
@Controller('documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly workflow: DocumentWorkflowService,
    private readonly queries: DocumentsQueries,
    private readonly idempotency: Idempotency,
    private readonly thumbnails: ThumbnailsService,
    private readonly views: ItemViewCounter,
    private readonly subtrees: SubtreeService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List documents',
    description:
      'Only documents that the requester may see; guests get published PUBLIC ones. The newest first, ' +
      'unless `sort` says otherwise. Templates are only in lists with `template`.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'A page of documents', type: [DocumentSummaryResponse], headers: pageHeaders })
  async listDocuments(
    @Query() query: DocumentsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentSummaryResponse[]> {
    return sendPage(await this.queries.list(actor, query), query, request, reply);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a document',
    description:
      'By its id, its slug or a former slug; `slug` in the response is the current one. Guests get ' +
      'published PUBLIC documents, without `abilities`. Each reader counts as one view per day, unless ' +
      '`count_view` is false.',
  })
  @DocumentIdParam()
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The document', type: DocumentResponse })
  @ProblemResponses({ 404: 'No such document, or the requester may not see it' })
  async getDocument(
    @Param('id') idOrSlug: string,
    @Query() { count_view = true }: ViewQuery,
    @CurrentActor() actor: Actor,
    @CurrentViewer() viewer: Viewer | undefined,
    @Req() request: FastifyRequest,
  ): Promise<DocumentResponse> {
    const found = await this.queries.get(idOrSlug, actor);
    if (!count_view) return found;
    // A guest with a new view gets an uncached response, which includes the view.
    request.mayReuseResponse = (later) => !this.views.record(found, getViewer(later, Actor.guest));
    return this.views.recordView(found, viewer);
  }

  @Get(':id/template')
  @ApiOperation({
    summary: 'Get a template',
    description:
      'The text of a document with `is_template`, for who may write documents in its category. `{{date}}`, ' +
      '`{{author}}` and `{{title}}` stand for what the client knows when a document is begun.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The template', type: DocumentTemplateResponse })
  @ProblemResponses({ 404: 'No such template, or the requester may not write documents with it' })
  async getDocumentTemplate(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentTemplateResponse> {
    return this.queries.getTemplate(idOrSlug, actor);
  }

  @Post()
  @ApiOperation({
    summary: 'Create a document',
    description:
      'The document starts as DRAFT; holders of `content.publish` may choose another status. The ' +
      'visibility INTERNAL requires `content.set_internal` (403). With an `Idempotency-Key`, repeating the ' +
      'request within 24 hours returns the first response and creates nothing. Requires the permission ' +
      '`content.create`.',
  })
  @RequirePermission('content.create')
  @IdempotencyHeader()
  @AcceptsForm(CreateDocumentRequest, { thumbnail: imageFile('the thumbnail image, cropped to 2:1') })
  @ApiCreatedResponse({ description: 'The new document', type: DocumentResponse })
  @ProblemResponses({
    409: '`slug_taken` with a free `suggestion`, or the Idempotency-Key was used for another request',
  })
  async createDocument(
    @FormBody(CreateDocumentRequest) form: Form<CreateDocumentRequest>,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() idempotencyContext: IdempotencyContext | undefined,
  ): Promise<DocumentResponse> {
    const text = await this.documents.prepareText(form.fields.content);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'document', getThumbnail(form));
    return await this.idempotency.runOnce(idempotencyContext, async () => {
      const id = await this.documents.create(actor, form.fields, { thumbnail, text });
      return this.queries.get(id, actor);
    });
  }

  @Put(':id/status')
  @ApiOperation({
    summary: 'Change the status of a document',
    description:
      'Authors may submit a DRAFT (IN_REVIEW), withdraw it (DRAFT) and archive a PUBLISHED document ' +
      '(ARCHIVED); holders of `content.publish` may set any status. The author gets a notification of a ' +
      'change by another user. Pages below an archived one move up to its place, or are archived too, see ' +
      '`children`.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The document with the new status', type: DocumentResponse })
  @ProblemResponses({
    403: 'The requester may not set this status, or not archive a page below it (`child_not_permitted`)',
    404: 'No such document, or the requester may not see it',
    409: '`too_many_below`: more than 500 pages are below it',
  })
  async setDocumentStatus(
    @Param('id') idOrSlug: string,
    @Body() body: SetDocumentStatusRequest,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const { id } = await this.queries.resolve(idOrSlug, actor);
    if (body.status === 'ARCHIVED' && body.children === 'include')
      await this.subtrees.archive(actor, { kind: 'document', id }, () =>
        this.workflow.archiveWithChildren(actor, id, body.note),
      );
    else await this.workflow.setStatus(actor, id, body.status, body.note);
    return this.queries.get(id, actor);
  }
}
