import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Client } from '../../../platform/http/request/request.js';
import { conflict, DomainError, unauthorized } from '../../../platform/errors/domain-error.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { createToken, OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import { type OpenedSession, SessionsService } from '../sessions/sessions.service.js';
import { LoginThrottle } from '../credentials/login-throttle.js';
import { ExternalAccountsService } from './external-accounts.service.js';
import { IssuerClient, isUnreachable, PROVIDER, providerUnavailable } from '../credentials/issuer-client.js';
import { RegistrationService } from '../sign-in/registration.service.js';
import type { ProvidersResponse } from './external.dto.js';

const START_SECONDS = 600;
const FINISH_SECONDS = 60;

/** Sent to the frontend in the fragment of the redirect. */
type SignInOutcome = { session_id: string } | { error: string };

/** Sign-in at an issuer: redirect, callback, and exchange of a one-time session_id for a session. */
@Injectable()
export class ExternalSignInService {
  constructor(
    private readonly issuer: IssuerClient,
    private readonly tokens: OneTimeTokensService,
    private readonly accounts: ExternalAccountsService,
    private readonly sessions: SessionsService,
    private readonly throttle: LoginThrottle,
    private readonly registration: RegistrationService,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What the sign-in screen offers. */
  async getOptions(): Promise<ProvidersResponse> {
    const { mode, domains, isByLink, isSetupRequired } = await this.registration.getOffer();
    return {
      providers: this.issuer.isConfigured ? [{ name: PROVIDER, label: this.issuer.label }] : [],
      registration_open: mode === 'open' || mode === 'domains',
      registration: mode,
      registration_domains: domains,
      registration_by_link: isByLink,
      mail_configured: this.mailer.isConfigured,
      setup_required: isSetupRequired,
    };
  }

  /** @returns the URL to redirect to and the secret of this browser. @throws 429, 503 provider_unavailable */
  async start(remember: boolean, client: Client): Promise<{ address: string; browser: string }> {
    await this.throttle.consumeStart(client);
    const [browser, nonce, verifier] = [createToken(), createToken(), createToken()];
    const state = await this.tokens.issue('external_start', {
      browser,
      data: { provider: PROVIDER, nonce, verifier, remember },
      seconds: START_SECONDS,
    });
    return { address: await this.issuer.authorizationUrl({ state, nonce, verifier }), browser };
  }

  /**
   * Handles the callback. Never throws: the browser needs a redirect in any case.
   * @param query query string of the callback, with its `?`
   * @param browser value of the cookie set by {@link start}
   */
  async finish(query: string, browser: string | undefined, client: Client): Promise<SignInOutcome> {
    try {
      const session_id = await this.throttle.runAttempt({ client }, () => this.completeSignIn(query, browser, client));
      return session_id === undefined ? { error: 'expired' } : { session_id };
    } catch (error) {
      return { error: this.toErrorCode(error) };
    }
  }

  /** Exchanges the session_id for a session: once, within a minute, in the same browser. @throws 401, 429 */
  async exchange(code: string, browser: string | undefined, client: Client): Promise<OpenedSession> {
    const used = await this.throttle.runAttempt({ client }, async () =>
      browser === undefined ? undefined : this.tokens.consume('external_finish', code, browser),
    );
    if (!used?.user_id) throw unauthorized((texts) => texts.auth.sessionIdRefused, 'session_id_refused');
    return this.sessions.open(used.user_id, client, used.data.remember);
  }

  /** @returns the session_id; undefined when the sign-in was not started in this browser or has expired */
  private async completeSignIn(
    query: string,
    browser: string | undefined,
    client: Client,
  ): Promise<string | undefined> {
    const parameters = new URLSearchParams(query);
    const state = parameters.get('state') ?? '';
    const started = browser === undefined ? undefined : await this.tokens.consume('external_start', state, browser);
    if (!started || browser === undefined) return undefined;
    if (parameters.get('error') === 'access_denied') throw conflict('cancelled', (texts) => texts.auth.cancelled);
    const claims = await this.issuer.exchangeCode(query, { state, ...started.data });
    const userId = await this.accounts.resolveUser(claims, client);
    return this.tokens.issue('external_finish', {
      userId,
      browser,
      data: { remember: started.data.remember },
      seconds: FINISH_SECONDS,
    });
  }

  /** Only error codes go into the redirect; details of an issuer's response go into the log. */
  private toErrorCode(error: unknown): string {
    const known = isUnreachable(error) ? providerUnavailable(error) : error;
    this.logger.warn({ err: error }, 'external sign-in failed');
    return known instanceof DomainError ? known.code : 'failed';
  }
}
