import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { Config } from '../../../platform/config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';

/** The one provider there is, whichever issuer stands behind it: its name is part of the return address registered there. */
export const PROVIDER = 'google';
/** What an issuer says about itself is asked anew after an hour, in milliseconds. */
const KEPT_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email profile';

export interface Secrets {
  state: string;
  nonce: string;
  /** PKCE's code verifier */
  verifier: string;
}

/** What an issuer says about a person. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

/** The OpenID Connect issuer of the configuration. */
@Injectable()
export class Issuer {
  private known: { configuration: Promise<oidc.Configuration>; until: number } | undefined;

  constructor(private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.env.GOOGLE_CLIENT_ID !== undefined;
  }

  /** Whether people sign in by this issuer here, which they once did if they have an account there. */
  is(issuer: string): boolean {
    return (
      this.isConfigured && URL.canParse(issuer) && new URL(issuer).href === new URL(this.config.env.OIDC_ISSUER).href
    );
  }

  /** what the button says */
  get label(): string {
    return this.config.env.OIDC_NAME;
  }

  /** Where a person goes to sign in there. */
  async address({ state, nonce, verifier }: Secrets): Promise<string> {
    const parameters = {
      redirect_uri: this.returnAddress,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    return oidc.buildAuthorizationUrl(await this.configuration(), parameters).href;
  }

  /**
   * Trades the code that came back for what the issuer says about the person; signature, issuer, audience, expiry, nonce and
   * state are checked.
   * @param query of the address the person returned to, with its `?`
   * @throws what was wrong
   */
  async claims(query: string, { state, nonce, verifier }: Secrets): Promise<Claims> {
    const configuration = await this.configuration();
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(this.returnAddress + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const id = tokens.claims();
    if (!id) throw new Error('The issuer sent no ID token.');
    // Some issuers keep the ID token short and tell the rest only when asked.
    const all =
      id['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
        ? { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, id.sub)), iss: id.iss, sub: id.sub }
        : id;
    return {
      issuer: all.iss,
      subject: all.sub,
      email: text(all['email']),
      emailVerified: all['email_verified'] === true,
      name: text(all['name']),
    };
  }

  private get returnAddress(): string {
    return `${this.config.publicUrl}${this.config.env.API_PREFIX}/auth/external/${PROVIDER}/callback`;
  }

  /** @throws 503 while the issuer cannot be reached, which is not kept */
  private async configuration(): Promise<oidc.Configuration> {
    if (!this.known || this.known.until < Date.now())
      this.known = { configuration: this.discover(), until: Date.now() + KEPT_MS };
    const { configuration } = this.known;
    try {
      return await configuration;
    } catch (cause) {
      if (this.known.configuration === configuration) this.known = undefined;
      throw issuerAway(cause);
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { OIDC_ISSUER, GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = this.config.env;
    const issuer = new URL(OIDC_ISSUER);
    // Signatures are checked although the token comes from the issuer itself, so that no proxy in between can make one.
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ];
    return oidc.discovery(issuer, GOOGLE_CLIENT_ID, undefined, authentication(GOOGLE_CLIENT_SECRET), {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
  }
}

/** In the body where the issuer says it takes that, else in the header, which all take. */
function authentication(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (issuer, ...rest) =>
    (issuer.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(issuer, ...rest);
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

export const issuerAway = (cause: unknown) =>
  Object.assign(
    new DomainError(
      503,
      'provider_unavailable',
      'The sign-in service cannot be reached at the moment. Please try again later.',
      { retry_after: 30 },
    ),
    { cause },
  );
