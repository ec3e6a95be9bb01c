import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { Idempotency, IdempotencyHeader, IdempotencyKey, type RepeatKey } from '../../../platform/http/idempotency.js';
import { isId } from '../../../platform/http/ids.js';
import { sendPage } from '../../../platform/http/paging.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { CreateDocumentRequest, DocumentResponse, DocumentsQuery, DocumentSummaryResponse, SetDocumentStatusRequest } from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';

@ApiTags('documents')
@Controller('documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly queries: DocumentsQueries,
    private readonly idempotency: Idempotency,
  ) {}

  /** Documents the asking person may see, the newest first. */
  @Get()
  @Public()
  @ApiOkResponse({ type: [DocumentSummaryResponse], headers: { 'X-Total-Count': { schema: { type: 'integer' } }, Link: { schema: { type: 'string' } } } })
  @ProblemResponses(400)
  async listDocuments(
    @Query() query: DocumentsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentSummaryResponse[]> {
    return sendPage(await this.queries.list(actor, query), query, request, reply);
  }

  /** One document by its id or slug. */
  @Get(':id')
  @Public()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(404)
  async getDocument(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<DocumentResponse> {
    const document = await this.queries.find(idOrSlug, actor);
    if (!document) throw notFound('This document');
    return document;
  }

  /** Writes a new document: a DRAFT, unless its author may publish and says otherwise. */
  @Post()
  @RequirePermission('content.create')
  @IdempotencyHeader()
  @ApiCreatedResponse({ type: DocumentResponse })
  @ProblemResponses(400, 409)
  async createDocument(@Body() body: CreateDocumentRequest, @CurrentActor() actor: Actor, @IdempotencyKey() repeat: RepeatKey | undefined): Promise<DocumentResponse> {
    return this.idempotency.once(repeat, async () => this.getDocument(await this.documents.create(actor, body), actor));
  }

  /** Moves a document to another status; authors only as the workflow allows. */
  @Put(':id/status')
  @SignedIn()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(400, 403, 404)
  async setDocumentStatus(@Param('id') id: string, @Body() body: SetDocumentStatusRequest, @CurrentActor() actor: Actor): Promise<DocumentResponse> {
    if (!isId(id)) throw notFound('This document');
    await this.documents.setStatus(actor, id, body.status);
    return this.getDocument(id, actor);
  }
}
