import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

export interface Forgery {
  /** replaces claims of the ID token; undefined removes one */
  claims?: Record<string, unknown>;
  signedBy?: 'own key' | 'other key' | 'none';
  /** status of the token endpoint's response */
  status?: number;
  /** response of the userinfo endpoint */
  userinfo?: Record<string, unknown>;
  userinfoStatus?: number;
}

export interface MaliciousIssuer {
  url: string;
  forgery: Forgery;
  /** the last request to the token endpoint */
  received: URLSearchParams;
  stop(): Promise<void>;
}

const CLIENT = 'hub';

/** An OpenID Connect issuer that returns forged tokens. It expects the nonce as authorization code. */
export async function startMaliciousIssuer(): Promise<MaliciousIssuer> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const key = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const issuer: MaliciousIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forgery: {},
    received: new URLSearchParams(),
    stop: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  };
  const metadata = {
    issuer: issuer.url,
    authorization_endpoint: `${issuer.url}/authorize`,
    token_endpoint: `${issuer.url}/token`,
    userinfo_endpoint: `${issuer.url}/userinfo`,
    jwks_uri: `${issuer.url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'none'],
  };

  async function idToken(): Promise<string> {
    const { claims = {}, signedBy = 'own key' } = issuer.forgery;
    const now = Math.floor(Date.now() / 1000);
    const validClaims = {
      iss: issuer.url,
      aud: CLIENT,
      sub: 'liar',
      iat: now,
      exp: now + 300,
      nonce: issuer.received.get('code'),
      email: 'victim@example.org',
      email_verified: true,
    };
    const payload = JSON.parse(JSON.stringify({ ...validClaims, ...claims })) as JWTPayload;
    if (signedBy === 'none') return new UnsecuredJWT(payload).encode();
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(signedBy === 'own key' ? own.privateKey : other.privateKey);
  }

  async function respond(request: IncomingMessage): Promise<object> {
    if (request.url?.startsWith('/.well-known')) return metadata;
    if (request.url === '/keys') return { keys: [key] };
    if (request.url === '/userinfo') return issuer.forgery.userinfo ?? { sub: 'liar' };
    issuer.received = new URLSearchParams(await text(request));
    return { access_token: 'x', token_type: 'Bearer', id_token: await idToken() };
  }

  server.on('request', (request, response) => {
    void respond(request).then((body) => {
      const { status = 200, userinfoStatus = 200 } = issuer.forgery;
      const statuses: Record<string, number> = { '/token': status, '/userinfo': userinfoStatus };
      response.writeHead(statuses[request.url ?? ''] ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  return issuer;
}
