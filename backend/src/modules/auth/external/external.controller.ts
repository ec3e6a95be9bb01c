import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor, AlwaysPublic, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { type Client, CurrentClient, getQueryString } from '../../../platform/http/request/request.js';
import { conflict, notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { SessionResponder } from '../sessions/session-responder.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import {
  CompleteSignInRequest,
  ExternalIdentityResponse,
  ExternalSignInQuery,
  ProvidersResponse,
  toExternalIdentity,
} from './external.dto.js';
import { IssuerClient, PROVIDER } from '../credentials/issuer-client.js';
import { Actor } from '../../../platform/access/actor.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ExternalAccountsService } from './external-accounts.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

/** Binds a sign-in at an issuer to the browser that started it. */
const COOKIE = 'external_sign_in';
/** Time for the sign-in at the issuer, in seconds. */
const COOKIE_SECONDS = 900;

@ApiTags('auth')
@Controller('auth')
@RequiresSession()
export class ExternalController {
  constructor(
    private readonly signIn: ExternalSignInService,
    private readonly issuer: IssuerClient,
    private readonly accounts: ExternalAccountsService,
    private readonly responses: SessionResponder,
    private readonly config: Config,
  ) {}

  @Get('providers')
  @ApiOperation({
    summary: 'List the external sign-in providers',
    description: 'Also says whether guests can register, and whether the hub can send mail.',
  })
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The providers, and what else the sign-in screen offers', type: ProvidersResponse })
  async listSignInProviders(): Promise<ProvidersResponse> {
    return this.signIn.getOptions();
  }

  @Get('external/:provider')
  @ApiOperation({ summary: 'Start a sign-in at an external provider', description: 'For a browser to open.' })
  @ApiParam({ name: 'provider', description: 'name of a provider from GET /auth/providers', example: 'google' })
  @AlwaysPublic()
  @ApiFoundResponse({ description: 'Redirects to the provider; a cookie binds the sign-in to this browser' })
  @ProblemResponses(429, { 404: 'No such provider', 409: '`provider_not_configured`: the provider is not set up' })
  async startExternalSignIn(
    @Param('provider') provider: string,
    @Query() query: ExternalSignInQuery,
    @CurrentClient() client: Client,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.requireProvider(provider);
    const { address, browser } = await this.signIn.start(query.remember_me === 'true', client);
    void reply.setCookie(COOKIE, browser, { ...this.getCookieAttributes(), maxAge: COOKIE_SECONDS });
    void reply.header('Cache-Control', 'no-store').redirect(address, 302);
  }

  @Get('external/:provider/callback')
  @ApiOperation({
    summary: 'Finish a sign-in at an external provider',
    description:
      'The provider redirects the browser here. The fragment of the redirect is `session_id=…` for `POST ' +
      '/auth/profile`, or `error=` with one of: cancelled, expired, failed, provider_unavailable, ' +
      'subject_refused, email_missing, email_not_verified, registration_closed, registration_by_invitation, ' +
      'email_domain_refused, ' +
      'email_link_required, account_disabled, too_many_requests.',
  })
  @ApiParam({ name: 'provider', description: 'name of a provider from GET /auth/providers', example: 'google' })
  @AlwaysPublic()
  @ApiFoundResponse({ description: 'Redirects to /profile of the frontend' })
  @ProblemResponses({ 404: 'No such provider', 409: '`provider_not_configured`: the provider is not set up' })
  async finishExternalSignIn(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @CurrentClient() client: Client,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.requireProvider(provider);
    const query = getQueryString(request);
    const outcome = await this.signIn.finish(query, request.cookies[COOKIE], client);
    void reply
      .header('Cache-Control', 'no-store')
      .redirect(`${this.config.frontendUrl}/profile#${new URLSearchParams(outcome).toString()}`, 302);
  }

  @Post('profile')
  @ApiOperation({
    summary: 'Exchange the result of an external sign-in for a session',
    description:
      'The `session_id` works once, within one minute, in the browser that started the sign-in. Sets the ' +
      'cookie `session_token` and returns the same token for use as a bearer token.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'A new session', type: SessionOpenedResponse })
  @ProblemResponses({ 401: 'The session_id is unknown, used or expired, or belongs to another browser' })
  async completeExternalSignIn(
    @Body() body: CompleteSignInRequest,
    @Req() request: FastifyRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    const opened = await this.signIn.exchange(body.session_id, request.cookies[COOKIE], client);
    void reply.clearCookie(COOKIE, this.getCookieAttributes());
    return this.responses.create(opened, reply);
  }

  @Get('external-identities')
  @ApiOperation({
    summary: "List the signed-in user's linked external accounts",
    description: 'The newest first; not paged.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The linked accounts', type: [ExternalIdentityResponse] })
  async listExternalIdentities(@CurrentActor() actor: Actor): Promise<ExternalIdentityResponse[]> {
    return (await this.accounts.list(actor.userId)).map((row) => toExternalIdentity(row, this.issuer));
  }

  @Delete('external-identities/:id')
  @ApiOperation({
    summary: 'Unlink an external account',
    description: 'The last means of signing in cannot be removed.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The account was unlinked', type: MessageResponse })
  @ProblemResponses({
    404: 'The signed-in user has no such linked account',
    409: '`last_sign_in`: the user could not sign in any more',
  })
  async deleteExternalIdentity(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('linkedAccount');
    await this.accounts.remove(actor.userId, id);
    return { message: texts.auth.accountUnlinked };
  }

  /** @throws 404, 409 provider_not_configured */
  private requireProvider(provider: string): void {
    if (provider !== PROVIDER) throw notFound('wayToSignIn');
    if (!this.issuer.isConfigured)
      throw conflict('provider_not_configured', (texts) => texts.auth.providerNotConfigured(this.issuer.label));
  }

  private getCookieAttributes() {
    // Lax: the issuer's redirect is a navigation from another site.
    return {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.secureCookies,
      path: this.config.env.API_PREFIX || '/',
    } as const;
  }
}
