import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../../platform/access/decorators.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import { isId } from '../../../../platform/http/validation/path-parameters.js';
import { PageQuery, sendPage } from '../../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../../platform/http/errors/problem.dto.js';
import { DocumentResponse } from '../documents.dto.js';
import { DocumentsQueries } from '../documents.queries.js';
import { ReviewService } from './review.service.js';
import {
  DocumentDraftResponse,
  DocumentRevisionResponse,
  DocumentRevisionSummaryResponse,
  RestoreDocumentRevisionRequest,
  ReviewDocumentRequest,
} from './revisions.dto.js';
import { RevisionsQueries } from './revisions.queries.js';
import { RevisionsService } from './revisions.service.js';

/** The history of a document and what waits for review. */
@ApiTags('documents')
@Controller('documents/:id')
export class RevisionsController {
  constructor(
    private readonly reviews: ReviewService,
    private readonly revisions: RevisionsService,
    private readonly queries: RevisionsQueries,
    private readonly documents: DocumentsQueries,
  ) {}

  @Post('review')
  @ApiOperation({ summary: 'Decides on a document in review, or on the edit that waits' })
  @HttpCode(200)
  @RequirePermission('content.publish')
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(404, 409)
  async reviewDocument(
    @Param('id') idOrSlug: string,
    @Body() body: ReviewDocumentRequest,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    const { id } = await this.documents.key(idOrSlug, actor);
    await this.reviews.review(actor, id, body);
    return this.documents.get(id, actor);
  }

  @Get('draft')
  @ApiOperation({
    summary: 'The text of the edit that waits, or of one’s own that was sent back',
    description: 'What waits is for its author and for holders of content.publish.',
  })
  @SignedIn()
  @ApiOkResponse({ type: DocumentDraftResponse })
  @ProblemResponses(403, 404)
  async getDocumentDraft(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<DocumentDraftResponse> {
    return this.queries.draft(idOrSlug, actor);
  }

  @Delete('draft')
  @ApiOperation({
    summary: 'Takes back the edit that waits, or lets go of the one that was sent back',
    description: "One's own only; reviewers send others' back.",
  })
  @SignedIn()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(403, 404)
  async withdrawDocumentDraft(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<DocumentResponse> {
    const { id } = await this.documents.key(idOrSlug, actor);
    await this.revisions.withdraw(actor, id);
    return this.documents.get(id, actor);
  }

  @Get('revisions')
  @ApiOperation({
    summary: 'All versions and what was sent back, the newest first',
    description: 'For the author and for holders of content.edit_any or content.publish.',
  })
  @SignedIn()
  @ApiOkResponse({
    type: [DocumentRevisionSummaryResponse],
    headers: { 'X-Total-Count': { schema: { type: 'integer' } }, Link: { schema: { type: 'string' } } },
  })
  @ProblemResponses(403, 404)
  async listDocumentRevisions(
    @Param('id') idOrSlug: string,
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentRevisionSummaryResponse[]> {
    return sendPage(await this.queries.list(idOrSlug, actor, query), query, request, reply);
  }

  @Get('revisions/:version')
  @ApiOperation({
    summary: 'One version with its whole text',
    description: 'By its number; what waits or was sent back has none and is found by its id.',
  })
  @SignedIn()
  @ApiOkResponse({ type: DocumentRevisionResponse })
  @ProblemResponses(403, 404)
  async getDocumentRevision(
    @Param('id') idOrSlug: string,
    @Param('version') version: string,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentRevisionResponse> {
    return this.queries.find(idOrSlug, isId(version) ? version : versionFrom(version), actor);
  }

  @Post('revisions/:version/restore')
  @ApiOperation({ summary: 'Makes a former version the newest one; like an edit it may have to wait (202)' })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: DocumentResponse })
  @ApiAcceptedResponse({ type: DocumentResponse, description: 'waits for review, see pending_revision' })
  @ProblemResponses(404, 409)
  async restoreDocumentRevision(
    @Param('id') idOrSlug: string,
    @Param('version') version: string,
    @Body() body: RestoreDocumentRevisionRequest,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentResponse> {
    const key = await this.documents.key(idOrSlug, actor);
    const outcome = await this.revisions.restore(actor, key, versionFrom(version), body.version);
    if (outcome === 'pending') void reply.code(202);
    return this.documents.get(key.id, actor);
  }
}

/** What is no version leads nowhere. */
function versionFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('This version');
  return Number(text);
}
