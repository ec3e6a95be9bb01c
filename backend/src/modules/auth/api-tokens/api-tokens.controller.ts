import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import {
  ApiTokenResponse,
  CreateApiTokenRequest,
  NewApiTokenResponse,
  UserApiTokenResponse,
} from './api-tokens.dto.js';
import { ApiTokensService } from './api-tokens.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('api tokens')
@Controller()
@RequiresSession()
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get('auth/api-tokens')
  @ApiOperation({
    summary: "List the signed-in user's API tokens",
    description: 'The newest first, expired ones included; not paged.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The API tokens', type: [ApiTokenResponse] })
  async listApiTokens(@CurrentActor() actor: Actor): Promise<ApiTokenResponse[]> {
    return this.tokens.list(actor.userId);
  }

  @Post('auth/api-tokens')
  @ApiOperation({
    summary: 'Create an API token',
    description:
      'For programs that act as the signed-in user, with the permissions that the user has at that time. The ' +
      'response is the only one that contains the token. The user gets a security notice by mail. At most 50 per user.',
  })
  @SignedIn()
  @ApiCreatedResponse({ description: 'The new API token', type: NewApiTokenResponse })
  @ProblemResponses({ 409: '`too_many_tokens`: the user has 50 API tokens' })
  async createApiToken(
    @Body() body: CreateApiTokenRequest,
    @CurrentActor() actor: Actor,
  ): Promise<NewApiTokenResponse> {
    const { id, token } = await this.tokens.create(actor, body);
    const created = await this.tokens.find(id);
    if (!created) throw notFound('apiToken');
    return { ...created, token };
  }

  @Delete('auth/api-tokens/:id')
  @ApiOperation({
    summary: "Revoke one of the signed-in user's API tokens",
    description: 'Takes effect with the next request on every instance.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The API token was revoked', type: MessageResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such API token' })
  async revokeApiToken(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    return this.revoke(actor, id, actor.userId, texts);
  }

  @Get('admin/api-tokens')
  @ApiOperation({
    summary: "List all users' API tokens",
    description: 'The newest first. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'A page of API tokens', type: [UserApiTokenResponse], headers: pageHeaders })
  async listAllApiTokens(
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserApiTokenResponse[]> {
    return sendPage(await this.tokens.listAll(query), query, request, reply);
  }

  @Delete('admin/api-tokens/:id')
  @ApiOperation({
    summary: "Revoke any user's API token",
    description: 'Takes effect with the next request on every instance. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The API token was revoked', type: MessageResponse })
  @ProblemResponses({ 404: 'No such API token' })
  async revokeUserApiToken(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    return this.revoke(actor, id, null, texts);
  }

  private async revoke(actor: Actor, id: string, userId: string | null, texts: Texts): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('apiToken');
    await this.tokens.revoke(actor, id, userId);
    return { message: texts.auth.apiTokenRevoked };
  }
}
