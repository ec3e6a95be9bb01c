import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface IssuerAccount {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: unknown;
}

export interface TestIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** the accounts, by subject */
  accounts: Map<string, IssuerAccount>;
  stop(): Promise<void>;
}

interface Options {
  /** the hub's callback URL */
  returnTo: string;
  /** whether the ID token contains all claims; by default they come from the userinfo endpoint */
  claimsInIdToken?: boolean;
  /** the client authentication method */
  authentication?: 'client_secret_post' | 'client_secret_basic';
}

const HOUR = 3600;

/**
 * Suppresses oidc-provider's warnings about its development pages, keys and store, which the tests use deliberately.
 */
function withoutWarnings<T>(make: () => T): T {
  /* oxlint-disable no-console -- oidc-provider logs to the console */
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!/^oidc-provider WARNING: .*quick start development-only/.test(String(words[0]))) warn(...words);
  };
  try {
    return make();
  } finally {
    console.warn = warn;
  }
  /* oxlint-enable no-console */
}

/** A real OpenID Connect issuer on loopback. It accepts any password and asks for consent. */
export async function startIssuer({
  returnTo,
  claimsInIdToken = false,
  authentication = 'client_secret_post',
}: Options): Promise<TestIssuer> {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'hub',
    clientSecret: 'the-secret-of-the-hub',
    accounts: new Map(),
    stop: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  };
  const provider = withoutWarnings(
    () =>
      new Provider(issuer.url, {
        clients: [
          {
            client_id: issuer.clientId,
            client_secret: issuer.clientSecret,
            redirect_uris: [returnTo],
            token_endpoint_auth_method: authentication,
          },
        ],
        clientAuthMethods: [authentication],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        conformIdTokenClaims: !claimsInIdToken,
        pkce: { required: () => true },
        cookies: { keys: ['only for tests'] },
        ttl: { AccessToken: HOUR, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
        findAccount: (_context, subject) => ({
          accountId: subject,
          claims: () => Promise.resolve({ sub: subject, ...issuer.accounts.get(subject) }),
        }),
      }),
  );
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return issuer;
}

/**
 * Submits the issuer's pages like a user.
 * @returns the URL it redirects the browser to
 */
export async function signInAtIssuer(
  issuer: TestIssuer,
  address: string,
  subject: string,
  decide: 'consent' | 'abort' = 'consent',
): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (at < pair.length - 1) cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    form = undefined;
    const location = response.headers.get('location');
    if (location) {
      next = new URL(location, next);
      if (next.origin !== issuer.url) return next;
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error(`The issuer shows no form: ${response.status} ${page.slice(0, 400)}`);
    if (decide === 'abort') next = new URL(/href="([^"]+abort)"/.exec(page)?.[1] ?? '', next);
    else {
      next = new URL(action, next);
      form = new URLSearchParams({ prompt, login: subject, password: 'any' });
    }
  }
  throw new Error('The issuer leads nowhere.');
}
