import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../platform/access/access.guard.js';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/client.js';
import { unauthorized } from '../../../platform/http/domain-error.js';
import { MessageResponse } from '../../../platform/http/message.dto.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OwnUserResponse } from '../users/users.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import { LoginRequest, RegisterRequest, SessionOpenedResponse } from './sign-in.dto.js';
import { type Opened, SignInService } from './sign-in.service.js';

@ApiTags('auth')
@Controller('auth')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly users: UsersQueries,
    private readonly cookie: SessionCookie,
  ) {}

  /** The signed-in person. Without a living session 401, which also clears the cookie. */
  @Get('me')
  @Public()
  @ApiOkResponse({ type: OwnUserResponse })
  @ProblemResponses(401)
  async getMe(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<OwnUserResponse> {
    const user = actor.id ? await this.users.own(actor.id) : undefined;
    if (!user) {
      this.cookie.clear(reply);
      throw unauthorized();
    }
    return user;
  }

  /** Signs in with e-mail and password. After 10 failures of one account within 15 minutes: 429. */
  @Post('login-manual')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionOpenedResponse })
  @ProblemResponses(400, 401, 429)
  async login(@Body() body: LoginRequest, @CurrentClient() client: Client, @Res({ passthrough: true }) reply: FastifyReply): Promise<SessionOpenedResponse> {
    return this.opened(await this.signIn.signIn(body, client), reply);
  }

  /** The same as login-manual. */
  @Post('login-manual-enhanced')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionOpenedResponse })
  @ProblemResponses(400, 401, 429)
  async loginEnhanced(@Body() body: LoginRequest, @CurrentClient() client: Client, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.login(body, client, reply);
  }

  /** Creates an account with the site's default role and signs it in. */
  @Post('register')
  @Public()
  @ApiCreatedResponse({ type: SessionOpenedResponse })
  @ProblemResponses(400, 403, 409, 429)
  async register(@Body() body: RegisterRequest, @CurrentClient() client: Client, @Res({ passthrough: true }) reply: FastifyReply): Promise<SessionOpenedResponse> {
    return this.opened(await this.signIn.register(body, client), reply);
  }

  /** The same as register. */
  @Post('register-enhanced')
  @Public()
  @ApiCreatedResponse({ type: SessionOpenedResponse })
  @ProblemResponses(400, 403, 409, 429)
  async registerEnhanced(@Body() body: RegisterRequest, @CurrentClient() client: Client, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.register(body, client, reply);
  }

  /** Ends the session of this request, if there is one. */
  @Post('logout')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: MessageResponse })
  async logout(@Req() request: FastifyRequest, @CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<MessageResponse> {
    if (actor.id && actor.sessionId) await this.sessions.revoke(actor.id, actor.sessionId);
    const cookie = request.cookies[SESSION_COOKIE];
    if (cookie) await this.sessions.revokeByToken(cookie);
    this.cookie.clear(reply);
    return { message: 'You are signed out.' };
  }

  private async opened({ userId, token, maxAge }: Opened, reply: FastifyReply): Promise<SessionOpenedResponse> {
    this.cookie.set(reply, token, maxAge);
    const user = await this.users.own(userId);
    if (!user) throw unauthorized();
    return { user, session_token: token };
  }
}
