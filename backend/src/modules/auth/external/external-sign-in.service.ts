import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Client } from '../../../platform/http/client.js';
import { conflict, DomainError, unauthorized } from '../../../platform/http/domain-error.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { newToken } from '../sessions/session-token.js';
import { type Opened, SessionsService } from '../sessions/sessions.service.js';
import { SignInBudget } from '../sign-in/sign-in-budget.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';
import { ExternalAccounts } from './external-accounts.js';
import { Issuer, issuerAway, PROVIDER } from './issuer.js';

const START_SECONDS = 600;
const FINISH_SECONDS = 60;

/** What the frontend reads behind the # of its return address. */
export type Outcome = { session_id: string } | { error: string };

/** Sign-in at an issuer: out with secrets that stay here, back with a code, and the code traded for a session. */
@Injectable()
export class ExternalSignInService {
  constructor(
    private readonly issuer: Issuer,
    private readonly tokens: OneTimeTokens,
    private readonly accounts: ExternalAccounts,
    private readonly sessions: SessionsService,
    private readonly budget: SignInBudget,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns where to go, and what only this browser may know. @throws 429, 503 provider_unavailable */
  async start(remember: boolean, client: Client): Promise<{ address: string; browser: string }> {
    await this.budget.takeStart(client);
    const [browser, nonce, verifier] = [newToken(), newToken(), newToken()];
    const state = await this.tokens.issue('external_start', {
      browser,
      data: { provider: PROVIDER, nonce, verifier, remember },
      seconds: START_SECONDS,
    });
    return { address: await this.issuer.address({ state, nonce, verifier }), browser };
  }

  /**
   * The person is back. Never throws, since a person with a browser is waiting for a page.
   * @param query what the issuer sent along, with its `?`
   * @param browser the cookie set at the start
   */
  async finish(query: string, browser: string | undefined, client: Client): Promise<Outcome> {
    try {
      const session_id = await this.budget.attempt({ client }, () => this.prove(query, browser, client));
      return session_id === undefined ? { error: 'expired' } : { session_id };
    } catch (error) {
      return { error: this.told(error) };
    }
  }

  /** Trades the code in; it works once, for a minute, and only in the browser it was made for. @throws 401, 429 */
  async trade(code: string, browser: string | undefined, client: Client): Promise<Opened> {
    const used = await this.budget.attempt({ client }, async () =>
      browser === undefined ? undefined : this.tokens.use('external_finish', code, browser),
    );
    if (!used?.userId)
      throw unauthorized(
        'The sign-in took too long or was finished already. Please sign in again.',
        'session_id_refused',
      );
    return this.sessions.open(used.userId, client, used.data.remember);
  }

  /** @returns the code to trade in; undefined when the sign-in did not begin in this browser, or is over. @throws what else is wrong */
  private async prove(query: string, browser: string | undefined, client: Client): Promise<string | undefined> {
    const answer = new URLSearchParams(query);
    const state = answer.get('state') ?? '';
    const started = browser === undefined ? undefined : await this.tokens.use('external_start', state, browser);
    if (!started || browser === undefined) return undefined;
    if (answer.get('error') === 'access_denied') throw conflict('cancelled', 'The person has changed their mind.');
    const claims = await this.issuer.claims(query, { state, ...started.data });
    const userId = await this.accounts.personOf(claims, client);
    return this.tokens.issue('external_finish', {
      userId,
      browser,
      data: { remember: started.data.remember },
      seconds: FINISH_SECONDS,
    });
  }

  /** Only codes go into the address; what is wrong with an issuer's answer is for the log. */
  private told(error: unknown): string {
    const known = isUnreachable(error) ? issuerAway(error) : error;
    this.logger.warn({ err: error }, 'external sign-in failed');
    return known instanceof DomainError ? known.code : 'failed';
  }
}

/** What fetch throws when no answer comes at all. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'fetch failed' || error.name === 'TimeoutError' || isUnreachable(error.cause));
