import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { conflict, notFound } from '../../../platform/http/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { SessionResponses } from '../sessions/session-responses.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { ExternalCookie } from './external-cookie.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import { CompleteSignInRequest, ExternalSignInQuery, ProvidersResponse } from './external.dto.js';
import { Issuer, PROVIDER } from '../credentials/issuer.js';
import { SignInOptions } from './sign-in-options.js';

@ApiTags('auth')
@Controller('auth')
export class ExternalController {
  constructor(
    private readonly signIn: ExternalSignInService,
    private readonly issuer: Issuer,
    private readonly cookie: ExternalCookie,
    private readonly responses: SessionResponses,
    private readonly config: Config,
    private readonly options: SignInOptions,
  ) {}

  @Get('providers')
  @ApiOperation({
    summary: 'The services one can sign in with besides password and passkey, and whether new accounts are taken',
  })
  @Public()
  @ApiOkResponse({ type: ProvidersResponse })
  async listSignInProviders(): Promise<ProvidersResponse> {
    return this.options.get();
  }

  @Get('external/:provider')
  @ApiOperation({ summary: "For a browser to open: leads to the service's own sign-in" })
  @Public()
  @ApiFoundResponse({ description: 'the address of the service, and a cookie that binds the sign-in to this browser' })
  @ProblemResponses(400, 404, 409, 429)
  async startExternalSignIn(
    @Param('provider') provider: string,
    @Query() query: ExternalSignInQuery,
    @CurrentClient() client: Client,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.requireProvider(provider);
    const { address, browser } = await this.signIn.start(query.remember_me === 'true', client);
    this.cookie.set(reply, browser);
    void reply.header('Cache-Control', 'no-store').redirect(address, 302);
  }

  @Get('external/:provider/callback')
  @ApiOperation({
    summary: 'Where the service sends the browser back to',
    description:
      'Leads to /profile#session_id=… or /profile#error=… with one of: cancelled, expired, failed, provider_unavailable, email_missing, email_not_verified, registration_closed, account_disabled, too_many_requests.',
  })
  @Public()
  @ApiFoundResponse({ description: '/profile of the frontend' })
  @ProblemResponses(404, 409)
  async finishExternalSignIn(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @CurrentClient() client: Client,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.requireProvider(provider);
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    const outcome = await this.signIn.finish(query, this.cookie.get(request), client);
    void reply
      .header('Cache-Control', 'no-store')
      .redirect(`${this.config.frontendUrl}/profile#${new URLSearchParams(outcome).toString()}`, 302);
  }

  @Post('profile')
  @ApiOperation({
    summary:
      'Trades the session_id behind the # for a session: once, within a minute, in the browser where the sign-in began',
  })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionOpenedResponse })
  @ProblemResponses(401)
  async completeExternalSignIn(
    @Body() body: CompleteSignInRequest,
    @Req() request: FastifyRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    const opened = await this.signIn.exchange(body.session_id, this.cookie.get(request), client);
    this.cookie.clear(reply);
    return this.responses.create(opened, reply);
  }

  /** @throws 404, 409 provider_not_configured */
  private requireProvider(provider: string): void {
    if (provider !== PROVIDER) throw notFound('This way to sign in');
    if (!this.issuer.isConfigured)
      throw conflict('provider_not_configured', `Signing in with ${this.issuer.label} is not set up on this site.`);
  }
}
