import { Inject, Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import type { Logger } from 'pino';
import { Config } from '../../../platform/config/config.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { Settings } from '../../../platform/settings/settings.js';
import { issuerGroupsClaim } from '../registration-settings.js';
import {
  type ClaimSet,
  hasOverage,
  type IssuerClaims,
  isMissingClaims,
  joinClaims,
  requireSubject,
} from './issuer-claims.js';

/** The only provider. Its name is part of the callback URL registered at the issuer, whichever issuer is configured. */
export const PROVIDER = 'google';
/** The issuer's metadata is discovered again after an hour, in milliseconds. */
const CACHE_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email profile';

interface SignInSecrets {
  state: string;
  nonce: string;
  /** PKCE's code verifier */
  verifier: string;
}

/** The OpenID Connect issuer of the configuration. */
@Injectable()
export class IssuerClient {
  private cached: { configuration: Promise<oidc.Configuration>; until: number } | undefined;

  constructor(
    private readonly config: Config,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isConfigured(): boolean {
    return this.config.env.GOOGLE_CLIENT_ID !== undefined;
  }

  /** Whether this is the configured issuer; linked accounts may belong to a former one. */
  isCurrent(issuer: string): boolean {
    return (
      this.isConfigured && URL.canParse(issuer) && new URL(issuer).href === new URL(this.config.env.OIDC_ISSUER).href
    );
  }

  /** text of the sign-in button */
  get label(): string {
    return this.config.env.OIDC_NAME;
  }

  async authorizationUrl({ state, nonce, verifier }: SignInSecrets): Promise<string> {
    const parameters = {
      redirect_uri: this.callbackUrl,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    return oidc.buildAuthorizationUrl(await this.getConfiguration(), parameters).href;
  }

  /**
   * Exchanges the authorization code for the user's claims. Checks signature, issuer, audience, expiry, nonce and
   * state.
   * @param query query string of the callback, with its `?`
   * @throws what the checks found; 409 subject_refused
   */
  async exchangeCode(query: string, { state, nonce, verifier }: SignInSecrets): Promise<IssuerClaims> {
    const configuration = await this.getConfiguration();
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(this.callbackUrl + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const id = tokens.claims();
    if (!id) throw new Error('The issuer sent no ID token.');
    requireSubject(id.sub);
    const groupsClaim = await this.settings.get(issuerGroupsClaim);
    if (hasOverage(id, groupsClaim))
      this.logger.warn({ claim: groupsClaim }, 'the issuer names too many groups to send them; they stay as they are');
    if (!configuration.serverMetadata().userinfo_endpoint || !isMissingClaims(id, groupsClaim))
      return joinClaims(id, { groupsClaim });
    const userinfo = await this.fetchUserInfo(configuration, tokens.access_token, id);
    return joinClaims(id, { userinfo, groupsClaim });
  }

  /**
   * Refuses claims about another subject. A user whose ID token has the email address can sign in while the endpoint
   * is not available.
   * @returns null where it is not
   */
  private async fetchUserInfo(
    configuration: oidc.Configuration,
    accessToken: string,
    id: oidc.IDToken,
  ): Promise<ClaimSet | null> {
    try {
      return await oidc.fetchUserInfo(configuration, accessToken, id.sub);
    } catch (error) {
      if (id['email'] === undefined || !(isUnreachable(error) || hasRefused(error))) throw error;
      this.logger.warn({ err: error }, 'userinfo endpoint not available');
      return null;
    }
  }

  private get callbackUrl(): string {
    return `${this.config.publicUrl}${this.config.env.API_PREFIX}/auth/external/${PROVIDER}/callback`;
  }

  /** @throws 503 while the issuer cannot be reached; failures are not cached */
  private async getConfiguration(): Promise<oidc.Configuration> {
    if (!this.cached || this.cached.until < Date.now())
      this.cached = { configuration: this.discover(), until: Date.now() + CACHE_MS };
    const { configuration } = this.cached;
    try {
      return await configuration;
    } catch (cause) {
      if (this.cached.configuration === configuration) this.cached = undefined;
      throw providerUnavailable(cause);
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { OIDC_ISSUER, GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = this.config.env;
    const issuer = new URL(OIDC_ISSUER);
    // Signatures are checked although the token comes from the issuer itself: a proxy in between could forge one.
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ];
    return oidc.discovery(issuer, GOOGLE_CLIENT_ID, undefined, clientAuthentication(GOOGLE_CLIENT_SECRET), {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
  }
}

/**
 * Sends the client secret in the body where the issuer supports it, else in the header, which every issuer supports.
 */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (issuer, ...rest) =>
    (issuer.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(issuer, ...rest);
}

/** What fetch throws when there is no response. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'fetch failed' || error.name === 'TimeoutError' || isUnreachable(error.cause));

/** Whether an endpoint responded with an error status. */
const hasRefused = (error: unknown): boolean =>
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM');

export const providerUnavailable = (cause: unknown) =>
  Object.assign(
    new DomainError(503, 'provider_unavailable', (texts) => texts.auth.providerUnavailable, { retry_after: 30 }),
    { cause },
  );
