import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../platform/access/credentials.js';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, AlwaysPublic } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { unauthorized } from '../../../platform/errors/domain-error.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { SessionResponder } from '../sessions/session-responder.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OwnUserResponse } from '../users/users.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import { RegistrationLinkRequest } from '../invitations/invitations.dto.js';
import { RegistrationService } from './registration.service.js';
import { LoginRequest, RegisterRequest } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('auth')
@Controller('auth')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly users: UsersQueries,
    private readonly responses: SessionResponder,
    private readonly registrations: RegistrationService,
  ) {}

  @Get('me')
  @ApiOperation({
    summary: "Get the signed-in user's account",
    description: 'Guests get 401, which also clears the session cookie.',
  })
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The account with its role and permissions', type: OwnUserResponse })
  @ProblemResponses({ 401: 'No session, or the session has ended' })
  async getMe(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<OwnUserResponse> {
    const user = actor.id ? await this.users.findOwn(actor.id) : undefined;
    if (!user) {
      this.responses.clearCookie(reply);
      throw unauthorized();
    }
    return user;
  }

  @Post('login-manual')
  @ApiOperation({
    summary: 'Sign in with email and password',
    description:
      'Sets the cookie `session_token` and returns the same token for use as a bearer token. A session ' +
      'lasts 7 days, or 30 with `remember_me`. After 10 failed attempts for one account within 15 minutes, ' +
      'further attempts get 429.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'A new session', type: SessionOpenedResponse })
  @ProblemResponses({
    401: 'Wrong email address or password',
    403: '`account_disabled`: the password is right, but the account is deactivated',
  })
  async login(
    @Body() body: LoginRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.signIn.signIn(body, client), reply);
  }

  @Post('login-manual-enhanced')
  @ApiOperation({
    summary: 'Sign in with email and password (alias)',
    description: 'The same as `POST /auth/login-manual`.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'A new session', type: SessionOpenedResponse })
  @ProblemResponses({
    401: 'Wrong email address or password',
    403: '`account_disabled`: the password is right, but the account is deactivated',
  })
  async loginEnhanced(
    @Body() body: LoginRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.login(body, client, reply);
  }

  @Post('register')
  @ApiOperation({
    summary: 'Register an account',
    description:
      'The account gets the default role of the hub, and a mail to verify its email address. Sets the ' +
      'cookie `session_token` and returns the same token for use as a bearer token. Without a valid ' +
      '`invitation`, the settings of the hub can refuse it (403 `registration_closed`, ' +
      '`registration_by_invitation`, `email_domain_refused`). On a hub with a mail server (`registration_by_link` of ' +
      '`GET /auth/providers`) it creates no account without an `invitation`, but does the same as ' +
      '`POST /auth/registration-link` (202), so that the response does not reveal whether an account exists.',
  })
  @AlwaysPublic()
  @ApiCreatedResponse({ description: 'A new session of the new account', type: SessionOpenedResponse })
  @ApiAcceptedResponse({ description: 'A mail with a link continues the registration', type: MessageResponse })
  @ProblemResponses({ 409: '`email_taken`: an account with this email address exists; only without a mail server' })
  async register(
    @Body() body: RegisterRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentTexts() texts: Texts,
  ): Promise<SessionOpenedResponse | MessageResponse> {
    const session = await this.signIn.register(body, client);
    if (session) return this.responses.create(session, reply);
    void reply.status(202);
    return { message: texts.auth.registrationLinkSent };
  }

  @Post('register-enhanced')
  @ApiOperation({ summary: 'Register an account (alias)', description: 'The same as `POST /auth/register`.' })
  @AlwaysPublic()
  @ApiCreatedResponse({ description: 'A new session of the new account', type: SessionOpenedResponse })
  @ApiAcceptedResponse({ description: 'A mail with a link continues the registration', type: MessageResponse })
  @ProblemResponses({ 409: '`email_taken`: an account with this email address exists; only without a mail server' })
  async registerEnhanced(
    @Body() body: RegisterRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentTexts() texts: Texts,
  ) {
    return this.register(body, client, reply, texts);
  }

  @Post('registration-link')
  @ApiOperation({
    summary: 'Request a link to register',
    description:
      'For hubs with a mail server. The response does not reveal whether an account with this address ' +
      'exists. At most 5 requests per hour for one address. The link works once, within seven days.',
  })
  @HttpCode(202)
  @AlwaysPublic()
  @ApiAcceptedResponse({ description: 'The request was accepted', type: MessageResponse })
  async requestRegistrationLink(
    @Body() body: RegistrationLinkRequest,
    @CurrentClient() client: Client,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.registrations.requestLink(body.email, client);
    return { message: texts.auth.registrationLinkSent };
  }

  @Post('logout')
  @ApiOperation({
    summary: 'Sign out',
    description: 'Ends the session of this request and clears its cookie. Succeeds without a session, too.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The session has ended', type: MessageResponse })
  async logout(
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (actor.id && actor.sessionId) await this.sessions.revoke(actor.id, actor.sessionId);
    const cookie = request.cookies[SESSION_COOKIE];
    if (cookie) await this.sessions.revokeByToken(cookie);
    this.responses.clearCookie(reply);
    return { message: texts.auth.signedOut };
  }
}
