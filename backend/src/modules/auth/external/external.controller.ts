import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { type Client, CurrentClient } from '../../../platform/http/client.js';
import { conflict, notFound } from '../../../platform/http/domain-error.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { SessionAnswer } from '../sessions/session-answer.js';
import { SessionOpenedResponse } from '../sign-in/sign-in.dto.js';
import { ExternalCookie } from './external-cookie.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import { CompleteSignInRequest, ExternalSignInQuery, ProvidersResponse } from './external.dto.js';
import { Issuer, PROVIDER } from './issuer.js';
import { SignInOffer } from './sign-in-offer.js';

@ApiTags('auth')
@Controller('auth')
export class ExternalController {
  constructor(
    private readonly external: ExternalSignInService,
    private readonly issuer: Issuer,
    private readonly browser: ExternalCookie,
    private readonly answer: SessionAnswer,
    private readonly config: Config,
    private readonly offer: SignInOffer,
  ) {}

  @Get('providers')
  @ApiOperation({
    summary: 'The services one can sign in with besides password and passkey, and whether new accounts are taken',
  })
  @Public()
  @ApiOkResponse({ type: ProvidersResponse })
  async listSignInProviders(): Promise<ProvidersResponse> {
    return this.offer.now();
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
    this.check(provider);
    const { address, browser } = await this.external.start(query.remember_me === 'true', client);
    this.browser.set(reply, browser);
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
    this.check(provider);
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    const outcome = await this.external.finish(query, this.browser.get(request), client);
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
    const opened = await this.external.trade(body.session_id, this.browser.get(request), client);
    this.browser.clear(reply);
    return this.answer.of(opened, reply);
  }

  /** @throws 404, 409 provider_not_configured */
  private check(provider: string): void {
    if (provider !== PROVIDER) throw notFound('This way to sign in');
    if (!this.issuer.isConfigured)
      throw conflict('provider_not_configured', `Signing in with ${this.issuer.label} is not set up on this site.`);
  }
}
