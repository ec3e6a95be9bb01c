import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { CacheForGuests } from '../../../platform/cache/guest-response-cache.js';
import {
  Idempotency,
  IdempotencyHeader,
  IdempotencyKey,
  type IdempotencyContext,
} from '../../../platform/idempotency/idempotency.js';
import { sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { thumbnailOf, ThumbnailsService } from '../lifecycle/thumbnails.service.js';
import { CurrentViewer, type Viewer, viewerOf } from '../engagement/views/viewer.js';
import { Views } from '../engagement/views/views.js';
import {
  CreateDocumentRequest,
  DocumentResponse,
  DocumentsQuery,
  DocumentSummaryResponse,
  SetDocumentStatusRequest,
} from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';

@ApiTags('documents')
@Controller('documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly queries: DocumentsQueries,
    private readonly idempotency: Idempotency,
    private readonly thumbnails: ThumbnailsService,
    private readonly views: Views,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Documents the asking person may see, the newest first unless asked otherwise' })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({
    type: [DocumentSummaryResponse],
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'X-Total-Capped': { schema: { type: 'string' } },
      Link: { schema: { type: 'string' } },
    },
  })
  @ProblemResponses(400)
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
    summary: "One document by its id, its slug or a former slug; the answer's slug is the one that holds",
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(404)
  async getDocument(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
    @CurrentViewer() viewer: Viewer | undefined,
    @Req() request: FastifyRequest,
  ): Promise<DocumentResponse> {
    const found = await this.queries.get(idOrSlug, actor);
    // Guests who have not read it before are counted, and see themselves in the count.
    request.isCacheEntryValid = (later) => this.views.recordView(found, viewerOf(later, Actor.guest)) === found;
    return this.views.recordView(found, viewer);
  }

  @Post()
  @ApiOperation({ summary: 'Writes a new document: a DRAFT, unless its author may publish and says otherwise' })
  @RequirePermission('content.create')
  @IdempotencyHeader()
  @AcceptsForm(CreateDocumentRequest, { thumbnail: imageFile('the picture on cards, cropped to 2:1') })
  @ApiCreatedResponse({ type: DocumentResponse })
  @ProblemResponses(409)
  async createDocument(
    @FormBody(CreateDocumentRequest) form: Form<CreateDocumentRequest>,
    @CurrentActor() actor: Actor,
    @IdempotencyKey() repeat: IdempotencyContext | undefined,
  ): Promise<DocumentResponse> {
    await this.documents.prepare(form.fields);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, thumbnailOf(form));
    return await this.idempotency.runOnce(repeat, async () => {
      const id = await this.documents.create(actor, form.fields, thumbnail);
      return this.queries.get(id, actor);
    });
  }

  @Put(':id/status')
  @ApiOperation({ summary: 'Moves a document to another status; authors only as the workflow allows' })
  @SignedIn()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(404)
  async setDocumentStatus(
    @Param('id') idOrSlug: string,
    @Body() body: SetDocumentStatusRequest,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const { id } = await this.queries.key(idOrSlug, actor);
    await this.documents.setStatus(actor, id, body.status, body.note);
    return this.queries.get(id, actor);
  }
}
