import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { EndSessionsQuery, SessionResponse, toSession } from './sessions.dto.js';
import { SessionsService } from './sessions.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('auth')
@Controller('auth/sessions')
@RequiresSession()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ApiOperation({ summary: "List the signed-in user's open sessions", description: 'The last used first; not paged.' })
  @SignedIn()
  @ApiOkResponse({ description: 'The open sessions', type: [SessionResponse] })
  async listSessions(@CurrentActor() actor: Actor): Promise<SessionResponse[]> {
    return (await this.sessions.list(actor.userId)).map((row) => toSession(row, actor.sessionId));
  }

  @Delete()
  @ApiOperation({
    summary: 'End all other sessions of the signed-in user',
    description:
      'Takes effect at once; open event streams of those sessions close. API tokens, by which programs act as the ' +
      'user, are revoked as well, unless `revoke_api_tokens` is false.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The other sessions have ended', type: MessageResponse })
  async revokeOtherSessions(
    @Query() { revoke_api_tokens = true }: EndSessionsQuery,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const { sessions, apiTokens } = await this.sessions.revokeOthers(actor, { revokesApiTokens: revoke_api_tokens });
    const { otherSessionsEnded, otherSessionsEndedTokensRevoked } = texts.auth;
    return { message: (apiTokens > 0 ? otherSessionsEndedTokensRevoked : otherSessionsEnded)(sessions) };
  }

  @Delete(':id')
  @ApiOperation({
    summary: "End one of the signed-in user's sessions",
    description: 'Takes effect at once; open event streams of the session close.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The session has ended', type: MessageResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such session' })
  async revokeSession(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('session');
    await this.sessions.revoke(actor.userId, id);
    return { message: texts.auth.sessionEnded };
  }
}
