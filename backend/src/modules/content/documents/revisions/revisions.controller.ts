import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../../platform/access/decorators.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { isId } from '../../../../platform/http/validation/path-parameters.js';
import { pageHeaders, PageQuery, sendPage } from '../../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { DocumentIdParam, DocumentResponse } from '../documents.dto.js';
import { DocumentsQueries } from '../documents.queries.js';
import { DocumentsService } from '../documents.service.js';
import { DocumentWorkflowService } from '../document-workflow.service.js';
import {
  DocumentDraftResponse,
  DocumentRevisionResponse,
  DocumentRevisionSummaryResponse,
  RestoreDocumentRevisionRequest,
  ReviewDocumentRequest,
} from './revisions.dto.js';
import { RevisionsQueries } from './revisions.queries.js';

/** The history of a document, and reviews. */
@ApiTags('documents')
@Controller('documents/:id')
export class RevisionsController {
  constructor(
    private readonly workflow: DocumentWorkflowService,
    private readonly queries: RevisionsQueries,
    private readonly documents: DocumentsQueries,
    private readonly commands: DocumentsService,
  ) {}

  @Post('review')
  @ApiOperation({
    summary: 'Review a document or its pending revision',
    description:
      'For a document IN_REVIEW, `approve` publishes it and `request_changes` returns it to DRAFT. For the ' +
      'pending revision of a published document, `approve` makes it the live text and `request_changes` ' +
      'returns it to its author. With `content`, reviewers change the text that they approve: the version of ' +
      'the author stays in the revisions, and that of the reviewer, with its own author, is the live text. ' +
      'The author gets a notification. An edit that sets or removes the ' +
      'visibility INTERNAL can be approved by holders of `content.set_internal` only (403). Requires the ' +
      'permission `content.publish`, except in categories that a group of the requester moderates.',
  })
  @HttpCode(200)
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The document after the decision', type: DocumentResponse })
  @ProblemResponses({
    403: 'The requester may not publish in its category, or may not set or remove INTERNAL',
    404: 'No such document, or the requester may not see it',
    409:
      '`not_in_review` when nothing waits for review; `stale_version` when the document or the pending ' +
      'revision changed since it was read; `slug_taken`',
  })
  async reviewDocument(
    @Param('id') idOrSlug: string,
    @Body() body: ReviewDocumentRequest,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentResponse> {
    await this.workflow.requireReviewer(actor);
    const { id } = await this.documents.resolve(idOrSlug, actor);
    await this.workflow.review(actor, id, body);
    return this.documents.get(id, actor);
  }

  @Get('draft')
  @ApiOperation({
    summary: 'Get the pending or returned edit of a document',
    description:
      'A pending edit is visible to its author and to holders of `content.publish`; a returned edit to its ' +
      'author only.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The text of the edit', type: DocumentDraftResponse })
  @ProblemResponses({
    403: 'The requester may neither edit nor review the document',
    404: 'No such document, the requester may not see it, or it has no such edit',
  })
  async getDocumentDraft(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<DocumentDraftResponse> {
    return this.queries.draft(idOrSlug, actor);
  }

  @Delete('draft')
  @ApiOperation({
    summary: "Withdraw the requester's pending edit of a document",
    description:
      "Also dismisses the requester's returned edit. Reviewers cannot withdraw the edits of other users " +
      '(403), but return them by `POST /documents/{id}/review`.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The document without the edit', type: DocumentResponse })
  @ProblemResponses({
    403: 'The pending edit belongs to another user',
    404: 'No such document, the requester may not see it, or has no such edit',
  })
  async withdrawDocumentDraft(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<DocumentResponse> {
    const { id } = await this.documents.resolve(idOrSlug, actor);
    await this.workflow.withdrawEdit(actor, id);
    return this.documents.get(id, actor);
  }

  @Get('revisions')
  @ApiOperation({
    summary: 'List the revisions of a document',
    description:
      'Versions, returned edits and the pending edit, the newest first. For the author and for holders of ' +
      '`content.edit_any` or `content.publish`; a pending edit is visible to its author and to holders of ' +
      '`content.publish` only.',
  })
  @DocumentIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'A page of revisions', type: [DocumentRevisionSummaryResponse], headers: pageHeaders })
  @ProblemResponses({
    403: 'The requester may not see the history',
    404: 'No such document, or the requester may not see it',
  })
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
    summary: 'Get a revision of a document with its text',
    description:
      'A version is found by its number; a pending or returned edit has none and is found by its id. For ' +
      'the author and for holders of `content.edit_any` or `content.publish`.',
  })
  @DocumentIdParam()
  @ApiParam({ name: 'version', description: 'number of the version; a pending or returned edit: its id', example: '1' })
  @SignedIn()
  @ApiOkResponse({ description: 'The revision', type: DocumentRevisionResponse })
  @ProblemResponses({
    403: 'The requester may not see the history',
    404: 'No such document or revision, or the requester may not see it',
  })
  async getDocumentRevision(
    @Param('id') idOrSlug: string,
    @Param('version') version: string,
    @CurrentActor() actor: Actor,
  ): Promise<DocumentRevisionResponse> {
    return this.queries.find(idOrSlug, isId(version) ? version : parseVersion(version), actor);
  }

  @Post('revisions/:version/restore')
  @ApiOperation({
    summary: 'Restore a former version of a document',
    description:
      'Saves its text as a new version. Visibility stays unchanged. When edits need review, it becomes the ' +
      'pending revision like any edit (202). For the author and for holders of `content.edit_any`.',
  })
  @HttpCode(200)
  @DocumentIdParam()
  @ApiParam({ name: 'version', description: 'number of the version', example: '1' })
  @SignedIn()
  @ApiOkResponse({ description: 'The document with the restored text', type: DocumentResponse })
  @ApiAcceptedResponse({
    description: 'The document as readers see it; the restored text waits for review, see pending_revision',
    type: DocumentResponse,
  })
  @ProblemResponses({
    403: 'The requester is neither the author nor a holder of `content.edit_any`',
    404: 'No such document or version, or the requester may not see it',
    409:
      '`stale_version` when the document was saved since `version`; `edit_pending` while the edit of ' +
      'another user waits for review',
  })
  async restoreDocumentRevision(
    @Param('id') idOrSlug: string,
    @Param('version') version: string,
    @Body() body: RestoreDocumentRevisionRequest,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentResponse> {
    const resolved = await this.documents.resolve(idOrSlug, actor);
    const outcome = await this.commands.restore(actor, resolved, parseVersion(version), body.version);
    if (outcome === 'pending') void reply.code(202);
    return this.documents.get(resolved.id, actor);
  }
}

/** Other texts than a version number are not found. */
function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('version');
  return Number(text);
}
