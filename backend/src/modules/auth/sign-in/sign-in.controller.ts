import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../platform/access/session-token.strategy.js';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { unauthorized } from '../../../platform/http/errors/domain-error.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { SessionCookie, SessionResponses } from '../sessions/session-responses.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OwnUserResponse } from '../users/users.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import { LoginRequest, RegisterRequest } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('auth')
@Controller('auth')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly users: UsersQueries,
    private readonly cookie: SessionCookie,
    private readonly responses: SessionResponses,
  ) {}

  @Get('me')
  @ApiOperation({
    summary: 'The signed-in person',
    description: 'Without a living session 401, which also clears the cookie.',
  })
  @Public()
  @ApiOkResponse({ type: OwnUserResponse })
  @ProblemResponses(401)
  async getMe(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<OwnUserResponse> {
    const user = actor.id ? await this.users.findOwn(actor.id) : undefined;
    if (!user) {
      this.cookie.clear(reply);
      throw unauthorized();
    }
    return user;
  }

  @Post('login-manual')
  @ApiOperation({
    summary: 'Signs in with email and password',
    description: 'After 10 failures of one account within 15 minutes: 429.',
  })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionOpenedResponse })
  @ProblemResponses(401)
  async login(
    @Body() body: LoginRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.signIn.signIn(body, client), reply);
  }

  @Post('login-manual-enhanced')
  @ApiOperation({ summary: 'The same as login-manual' })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionOpenedResponse })
  @ProblemResponses(401)
  async loginEnhanced(
    @Body() body: LoginRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.login(body, client, reply);
  }

  @Post('register')
  @ApiOperation({ summary: "Creates an account with the site's default role and signs it in" })
  @Public()
  @ApiCreatedResponse({ type: SessionOpenedResponse })
  @ProblemResponses(409)
  async register(
    @Body() body: RegisterRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.signIn.register(body, client), reply);
  }

  @Post('register-enhanced')
  @ApiOperation({ summary: 'The same as register' })
  @Public()
  @ApiCreatedResponse({ type: SessionOpenedResponse })
  @ProblemResponses(409)
  async registerEnhanced(
    @Body() body: RegisterRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.register(body, client, reply);
  }

  @Post('logout')
  @ApiOperation({ summary: 'Ends the session of this request, if there is one' })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: MessageResponse })
  async logout(
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageResponse> {
    if (actor.id && actor.sessionId) await this.sessions.revoke(actor.id, actor.sessionId);
    const cookie = request.cookies[SESSION_COOKIE];
    if (cookie) await this.sessions.revokeByToken(cookie);
    this.cookie.clear(reply);
    return { message: 'You are signed out.' };
  }
}
