import { connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { openStream } from './support/event-stream.js';
import { encodeForm } from './support/forms.js';
import { admin, killRunningServers, SLOW_TEST_TIMEOUT_MS } from './support/server-process.js';
import { createFetchRequester, type SendRequest } from './support/http.js';
import { createPng } from './support/images.js';
import { Instances } from './support/instances.js';
import { Nginx } from './support/nginx.js';
import { TUS, UploadClient, videoBytes } from './support/resumable-uploads.js';

/* Two instances behind nginx with TLS, as docs/operating.md describes it. */

const MB = 1024 ** 2;

let database: TestDatabase;
let nginx: Nginx;
let instances: Instances;
let asGuest: SendRequest;
let asAdmin: SendRequest;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  nginx = await Nginx.create();
  instances = await Instances.start(2, { DATABASE_URL: database.url, PUBLIC_URL: nginx.url, TRUST_PROXY: 'true' });
  await nginx.start(instances.urls);
  asGuest = createFetchRequester(nginx.url);
  const session = await asGuest<{ session_token: string }>('POST', '/auth/login-manual', { body: admin });
  token = session.body.session_token;
  asAdmin = createFetchRequester(nginx.url, { authorization: `Bearer ${token}` });
}, SLOW_TEST_TIMEOUT_MS);
afterAll(async () => {
  await nginx.stop();
  await instances.stop();
  killRunningServers();
  await database.drop();
});

async function registerUser(name: string): Promise<{ id: string; token: string; request: SendRequest }> {
  const body = { name, email: `${name.toLowerCase()}@example.org`, password: 'secret-1' };
  const response = await asGuest<{ session_token: string; user: { id: string } }>('POST', '/auth/register', { body });
  if (response.status !== 201) throw new Error(response.text);
  const { session_token: session, user } = response.body;
  return {
    id: user.id,
    token: session,
    request: createFetchRequester(nginx.url, { authorization: `Bearer ${session}` }),
  };
}

test('HTTP is redirected to HTTPS, which speaks HTTP/2', async () => {
  const redirected = await fetch(`http://localhost:${nginx.httpPort}/documents?page=2`, { redirect: 'manual' });
  expect([redirected.status, redirected.headers.get('location')]).toEqual([301, 'https://localhost/documents?page=2']);
  const session = connect(nginx.url, { ca: nginx.certificate });
  try {
    const stream = session.request({ ':path': '/api/documents', 'accept-encoding': 'gzip' });
    const head = new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
    await text(stream);
    expect([session.alpnProtocol, (await head)[':status']]).toEqual(['h2', 200]);
  } finally {
    session.close();
  }
});

test('a sign-in sets a Secure cookie, and stores the real address of the client', async () => {
  const claims = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example.org',
    'x-real-ip': '203.0.113.9',
  };
  const response = await new Promise<{ status: number | undefined; cookie: string; token: string }>(
    (resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'user-agent': 'from elsewhere', ...claims };
      // Another address of the loopback network than that of nginx.
      const options = { method: 'POST', ca: nginx.certificate, localAddress: '127.0.0.2', family: 4, headers };
      httpsRequest(`${nginx.url}/api/auth/login-manual`, options, (incoming) => {
        void text(incoming).then((body) => {
          const { session_token: value } = JSON.parse(body) as { session_token: string };
          resolve({ status: incoming.statusCode, cookie: String(incoming.headers['set-cookie']), token: value });
        }, reject);
      })
        .once('error', reject)
        .end(JSON.stringify(admin));
    },
  );
  expect(response.status).toBe(200);
  expect(response.cookie).toMatch(/^(__Host-)?session_token=[^;]+;.*HttpOnly;.*Secure/);
  const sessions = await asAdmin<{ user_agent: string; ip: string }[]>('GET', '/auth/sessions');
  expect(sessions.body.find(({ user_agent: agent }) => agent === 'from elsewhere')?.ip).toBe('127.0.0.2');
});

test('events arrive within a second', async () => {
  const reader = await registerUser('Reader');
  const document = await asAdmin<{ id: string }>('POST', '/documents', {
    body: { title: 'Watched', content: 'Text', status: 'PUBLISHED', visibility: 'PUBLIC' },
  });
  const streams = [await openStream(nginx.url, token), await openStream(nginx.url, token)];
  try {
    for (const stream of streams) await stream.waitForEvent('unread', 1000);
    const body = { content_type: 'document', content_id: document.body.id, content: 'A question' };
    for (let i = 0; i < 5; i++) {
      expect((await reader.request('POST', '/comments', { body })).status).toBe(201);
      const written = performance.now();
      await Promise.all(streams.map((stream) => stream.waitForEvent('notification', 1000)));
      expect(performance.now() - written).toBeLessThan(1000);
    }
  } finally {
    await Promise.all(streams.map((stream) => stream.close()));
  }
});

test(
  'a video of 50 MB is uploaded in parts, and what arrived before the connection broke is kept',
  async () => {
    const client = new UploadClient(asAdmin);
    const bytes = videoBytes(50 * MB);
    const id = await client.create(bytes.length);
    const part = httpsRequest(`${nginx.url}/api/uploads/${id}`, {
      method: 'PATCH',
      ca: nginx.certificate,
      headers: {
        ...TUS,
        authorization: `Bearer ${token}`,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
        'upload-offset': 0,
      },
    });
    part.on('error', () => undefined);
    await new Promise<void>((resolve) => part.write(bytes.subarray(0, 20 * MB), () => resolve()));
    await pause(1000);
    part.destroy();
    let offset = 0;
    for (let attempt = 0; attempt < 50 && !offset; attempt++) {
      await pause(100);
      offset = await client.offset(id); // 423 while the broken request is still open
    }
    // The rest may have been in the buffers of the connections.
    expect(offset).toBeGreaterThan(15 * MB);
    const sent = await client.send(id, offset, bytes.subarray(offset));
    expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(bytes.length)]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test('ranges of files are served', async () => {
  const bytes = await createPng(200, 100);
  const form = await encodeForm({ image: bytes });
  const { body: image } = await asAdmin<{ url: string }>('POST', '/images', form);
  const whole = await fetch(`${nginx.url}${image.url}`, { headers: { authorization: `Bearer ${token}` } });
  const stored = Buffer.from(await whole.arrayBuffer());
  const range = await fetch(`${nginx.url}${image.url}`, {
    headers: { authorization: `Bearer ${token}`, range: 'bytes=10-29' },
  });
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 10-29/${stored.length}`]);
  expect(Buffer.from(await range.arrayBuffer())).toEqual(stored.subarray(10, 30));
});

test('metrics are not served to the outside', async () => {
  for (const path of ['/metrics', '/api/metrics']) expect((await fetch(`${nginx.url}${path}`)).status).toBe(404);
});

test(
  'an instance that is killed loses no request that may be repeated, and writes nothing twice',
  async () => {
    const document = await asAdmin<{ id: string }>('POST', '/documents', {
      body: { title: 'Discussed', content: 'Text', status: 'PUBLISHED', visibility: 'PUBLIC' },
    });
    const failed: string[] = [];
    const over = new AbortController();
    let written = 0;
    const write = async (writer: number) => {
      for (let n = 0; !over.signal.aborted; n++) {
        const body = { content_type: 'document', content_id: document.body.id, content: `Words ${n} of ${writer}` };
        const headers = { 'idempotency-key': `writer-${writer}-${n}` };
        const { status } = await asAdmin('POST', '/comments', { body, headers });
        if (status === 201) written++;
        else failed.push(`write: ${status}`);
        await pause(100);
      }
    };
    const read = async () => {
      while (!over.signal.aborted) {
        const { status } = await asGuest('GET', `/documents/${document.body.id}`);
        if (status !== 200) failed.push(`read: ${status}`);
      }
    };
    const load = Promise.all([write(1), write(2), write(3), write(4), read(), read()]);
    await pause(1000);
    await instances.end(0, 'SIGKILL');
    await pause(1000);
    over.abort();
    await load;
    await instances.startOne(0);
    expect(failed).toEqual([]);
    expect(nginx.readLog().filter((line) => line.includes(', ')).length).toBeGreaterThan(0);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ content: string }>('select content from comments where item_id = $1', [
      document.body.id,
    ]);
    await client.end();
    expect(rows).toHaveLength(written);
    expect(new Set(rows.map(({ content }) => content)).size).toBe(written);
  },
  SLOW_TEST_TIMEOUT_MS,
);
