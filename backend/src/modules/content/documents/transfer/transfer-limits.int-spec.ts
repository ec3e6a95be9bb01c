import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createDocument } from '../../../../../test/support/documents.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { encodeForm } from '../../../../../test/support/forms.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { importZip } from '../../../../../test/support/transfer.js';
import { unzip, zip } from '../../../../../test/support/zip.js';
import { Spool } from '../../../../platform/storage/spool.js';
import { TransferLimiter } from './transfer-limiter.js';

const PATIENCE_MS = 60_000;

let hub: TestApp;
let port: number;
beforeAll(async () => {
  hub = await createTestApp();
  await hub.app.listen(0, '127.0.0.1');
  ({ port } = hub.app.getHttpServer().address() as AddressInfo);
});
afterAll(() => hub.close());

const signedIn = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });

/** An upload that stops sending after its first bytes. */
function startUpload(user: TestUser): ClientRequest {
  const headers = {
    ...signedIn(user),
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(100 * 1024 ** 2),
  };
  const upload = request({ port, method: 'POST', path: '/api/documents/import', headers }).on('error', () => undefined);
  upload.write('--x\r\nContent-Disposition: form-data; name="archive"; filename="a.zip"\r\n\r\nPK');
  return upload;
}

function startExport(user: TestUser): ClientRequest {
  return request({ port, path: '/api/documents/export', headers: signedIn(user) })
    .on('error', () => undefined)
    .end();
}

async function responseOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

const exportStatus = async (user: TestUser) => (await user.request('GET', '/documents/export')).status;
/** Waits until so many imports and exports are under way. */
const transfers = (count: number) =>
  waitFor(
    () => hub.get(TransferLimiter).size,
    (size) => size === count,
    PATIENCE_MS,
  );

/** Occupies all places, so that no import or export can work. @returns frees them */
function occupySlots(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slots = hub.get(TransferLimiter);
  for (let i = 0; i < 2; i++) void slots.step(() => promise, new AbortController().signal);
  return resolve;
}

test('a user has one import or export at a time, beginning with the upload', async () => {
  const [author, other] = [await hub.users.create('CONTRIBUTOR'), await hub.users.create('CONTRIBUTOR')];
  const upload = startUpload(author);
  await transfers(1);
  expect(await exportStatus(author)).toBe(429);
  const refused = await importZip(author, await zip({ 'a.md': '# Refused' }));
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    detail: 'You already have an import or export running. Please wait until it has finished, then try again.',
  });
  // Browsers send the whole body before they read the response, so it is read and discarded.
  const headers = { ...signedIn(author), 'content-type': 'multipart/form-data; boundary=x' };
  const whole = request({ port, method: 'POST', path: '/api/documents/import', headers });
  const sent = once(whole, 'finish');
  whole.end(Buffer.alloc(16 * 1024 ** 2));
  const response = await responseOf(whole);
  response.resume();
  expect(response.statusCode).toBe(429);
  await sent;
  expect((await importZip(other, await zip({ 'a.md': '# Not refused' }))).body.created).toHaveLength(1);
  upload.destroy();
  await transfers(0);
  expect((await importZip(author, await zip({ 'a.md': '# Admitted again' }))).body.created).toHaveLength(1);
  expect((await importZip(author, Buffer.from('no archive'))).status).toBe(415);
  expect(await exportStatus(author)).toBe(200);
});

test(
  'beyond 22 imports and exports further ones are refused before their bodies are read',
  async () => {
    const last = await hub.users.create('CONTRIBUTOR');
    const others = Array.from({ length: 22 }, (_, i) => hub.get(TransferLimiter).admit(`user ${i}`));
    const refused = startUpload(last);
    const response = await responseOf(refused);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '10']);
    expect(JSON.parse(String(await buffer(response)))).toMatchObject({
      code: 'busy',
      detail: 'Too many imports and exports are running. Please try again shortly.',
    });
    for (const end of others) end();
    refused.destroy();
    await transfers(0);
    expect(await exportStatus(last)).toBe(200);
  },
  PATIENCE_MS,
);

test(
  'clients that read slowly do not keep others from exporting',
  async () => {
    const [editor, ...slow] = [await hub.users.create('EDITOR'), await hub.users.create(), await hub.users.create()];
    for (let i = 0; i < 10; i++) await createDocument(editor, { status: 'PUBLISHED', visibility: 'LOGGED_IN' });
    // Incompressible text, in total larger than all buffers on the way.
    await hub.database.query('update documents set content = $1', [randomBytes(1_440_000).toString('base64')]);
    const paused = slow.map(startExport);
    const responses = await Promise.all(paused.map(responseOf));
    for (const response of responses) await once(response, 'readable');
    for (const user of slow) expect(await exportStatus(user)).toBe(429);
    const whole = await buffer(await responseOf(startExport(editor)));
    expect((await unzip(whole)).size).toBeGreaterThanOrEqual(10);
    for (const response of responses) response.destroy();
    await transfers(0);
  },
  PATIENCE_MS,
);

test(
  'a client that leaves while its import or export waits leaves the queue',
  async () => {
    const [author, reader] = [await hub.users.create('CONTRIBUTOR'), await hub.users.create()];
    const free = occupySlots();
    const { body, headers } = await encodeForm({ archive: await zip({ 'a.md': '# Never imported' }) });
    const waiting = request({
      port,
      method: 'POST',
      path: '/api/documents/import',
      headers: { ...headers, ...signedIn(author) },
    })
      .on('error', () => undefined)
      .end(body);
    const reading = startExport(reader);
    const temporaryFiles = () => readdir(hub.get(Spool).folder).catch(() => []);
    await waitFor(temporaryFiles, (files) => files.length === 1, PATIENCE_MS);
    await transfers(2);
    waiting.destroy();
    reading.destroy();
    await transfers(0);
    expect(await temporaryFiles()).toEqual([]);
    free();
    expect((await importZip(author, await zip({ 'b.md': '# Imported' }))).body.created).toHaveLength(1);
    expect((await author.request('GET', '/documents/never-imported')).status).toBe(404);
    expect(await exportStatus(reader)).toBe(200);
  },
  PATIENCE_MS,
);
