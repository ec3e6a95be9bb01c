import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Actor } from '../src/platform/access/actor.js';
import { Config } from '../src/platform/config/config.js';
import { Files } from '../src/platform/files/files.js';
import { Storage } from '../src/platform/storage/storage.js';
import { Settings } from '../src/platform/settings/settings.js';
import { uploadQuota } from '../src/platform/uploads/upload-limits.js';
import { UploadStorage } from '../src/platform/uploads/upload-storage.js';
import { UploadsService } from '../src/platform/uploads/uploads.service.js';
import { startS3, TUS, UploadClient, videoBytes } from './support/resumable-uploads.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';

const MB = 1024 ** 2;
const DAY = 24 * 3600_000;
const actorOf = (user: TestUser) =>
  Actor.user({ id: user.id, name: user.name, role: 'CONTRIBUTOR', permissions: [], sessionId: null });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** What touches stored bytes is tested with both storages, access and limits with one. */
describe.each(['local', 's3'] as const)('resumable uploads, %s storage', (kind) => {
  let s3: Awaited<ReturnType<typeof startS3>> | undefined;
  let hub: TestApp;
  let author: TestUser;
  let client: UploadClient;
  let uploads: UploadsService;
  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3() : undefined;
    hub = await createTestApp({ MAX_VIDEO_MB: '40', ...s3?.environment });
    author = await hub.users.create('CONTRIBUTOR');
    client = new UploadClient(author.request);
    uploads = hub.get(UploadsService);
  });
  afterAll(async () => {
    await hub.close();
    await s3?.stop();
  });
  beforeEach(() => hub.database.query('delete from rate_limits'));
  afterEach(async () => {
    await hub.database.query('update uploads set expires_at = $1, claimed_at = null', [new Date(0)]);
    await hub.get(UploadsService).sweep();
    expect(await leftovers()).toEqual({ rows: 0, uploads: [], temporary: [] });
  });

  const leftovers = async () => {
    const rows = await hub.database.query('select id from uploads');
    const temporary = await readdir(join(hub.get(Config).dataDir, 'files', 'tmp')).catch(() => []);
    return { rows: rows.length, uploads: await hub.get<UploadStorage>(UploadStorage as never).list(), temporary };
  };
  const nothing = { rows: 0, uploads: [], temporary: [] };
  const sweep = (now = new Date()) => hub.get(UploadsService).sweep(now);

  describe('an upload', () => {
    test('arrives in parts and is taken over as a file', async () => {
      const bytes = videoBytes(20 * MB + 17);
      const begun = await client.begin(bytes.length, 'Füße/../holiday.mp4');
      expect([begun.status, begun.headers['tus-resumable'], begun.headers['location']]).toEqual([
        201,
        '1.0.0',
        expect.stringMatching(/^\/api\/uploads\/[\w-]{36}$/),
      ]);
      const id = String(begun.headers['location']).split('/').at(-1) ?? '';
      // No header of another origin is set, and no response is cached.
      expect(Object.keys(begun.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(begun.headers['cache-control']).toBe('no-store');
      expect(await client.offset(id)).toBe(0);
      await expect(uploads.requireFinished(actorOf(author), id)).rejects.toMatchObject({
        status: 400,
        message: 'The upload is not complete yet.',
        details: { errors: [expect.objectContaining({ field: 'upload_key' })] },
      });

      const cuts = [0, 100, 17 * MB, bytes.length];
      for (let i = 1; i < cuts.length; i++) {
        const sent = await client.send(id, cuts[i - 1]!, bytes.subarray(cuts[i - 1], cuts[i]));
        expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(cuts[i])]);
        expect(await client.offset(id)).toBe(cuts[i]);
      }
      expect(await uploads.requireFinished(actorOf(author), id)).toEqual({
        id,
        name: 'holiday.mp4',
        size: bytes.length,
        mediaType: 'video/mp4',
      });
      const opened = createHash('sha256');
      for await (const chunk of await uploads.open(id)) opened.update(chunk as Buffer);
      expect(opened.digest('hex')).toBe(sha256(bytes));

      await hub.database.transaction(() => uploads.claim(id));
      await expect(uploads.requireFinished(actorOf(author), id)).rejects.toMatchObject({ status: 409 });
      await expect(hub.database.transaction(() => uploads.claim(id))).rejects.toMatchObject({ status: 409 });
      // A crash may come after the file was stored and before the upload was removed.
      for (let i = 0; i < 2; i++)
        expect(await uploads.storeFile(id)).toMatchObject({
          sha256: sha256(bytes),
          size: bytes.length,
          media_type: 'video/mp4',
          name: 'holiday.mp4',
        });
      await uploads.remove(id);
      expect(await leftovers()).toEqual(nothing);
      expect(await hub.get<Storage>(Storage as never).stat(sha256(bytes))).toEqual({ size: bytes.length });
    });

    test('may be MP4, MOV, AVI, WebM or MKV', async () => {
      for (const [container, mediaType] of [
        ['mp4', 'video/mp4'],
        ['mov', 'video/quicktime'],
        ['avi', 'video/vnd.avi'],
        ['webm', 'video/webm'],
        ['mkv', 'video/matroska'],
      ] as const) {
        const id = await client.upload(videoBytes(6000, container));
        expect(await uploads.requireFinished(actorOf(author), id)).toMatchObject({ mediaType });
        await uploads.remove(id);
      }
    });

    test.each([
      ['at its first bytes', 5000, 5000],
      ['when it is complete', 5000, 100],
      ['when it is short', 50, 50],
    ])('of another kind is refused %s, whatever its name, and nothing stays', async (_when, size, first) => {
      const bytes = Buffer.alloc(size, 'This is only text. ');
      const id = await client.create(size, 'film.mp4');
      let sent = await client.send(id, 0, bytes.subarray(0, first));
      if (first < size) {
        expect(sent.status).toBe(204);
        sent = await client.send(id, first, bytes.subarray(first));
      }
      expect([sent.status, sent.body]).toMatchObject([
        415,
        { code: 'not_a_video', detail: expect.stringContaining('Please choose an MP4') },
      ]);
      expect(await leftovers()).toEqual(nothing);
      expect((await client.head(id)).status).toBe(404);
    });

    test('finishes when its use is asked for, if a crash came between its last byte and its check', async () => {
      const id = await client.upload(videoBytes(6000));
      await hub.database.query('update uploads set finished_at = null where id = $1', [id]);
      expect(await uploads.requireFinished(actorOf(author), id)).toMatchObject({ size: 6000 });
      expect(await hub.database.one('select finished_at is not null as done from uploads')).toEqual({ done: true });
    });

    test('does not change any more when it is complete', async () => {
      const bytes = videoBytes(6000);
      const id = await client.upload(bytes);
      expect((await client.send(id, 6000, randomBytes(10))).status).toBe(413);
      expect((await client.send(id, 0, randomBytes(10))).status).toBe(409);
      expect((await client.send(id, 6000, Buffer.alloc(0))).status).toBe(204);
      expect(await uploads.storeFile(id)).toMatchObject({ sha256: sha256(bytes) });
    });
  });

  describe('removal', () => {
    test('a canceled upload leaves nothing', async () => {
      const id = await client.create(6000);
      await client.send(id, 0, videoBytes(5000));
      expect((await client.delete(id)).status).toBe(204);
      expect(await leftovers()).toEqual(nothing);
      expect((await client.delete(id)).status).toBe(404);
    });

    test('an upload in use can neither be deleted nor continued', async () => {
      const id = await client.upload(videoBytes(6000));
      await hub.database.transaction(() => uploads.claim(id));
      expect((await client.delete(id)).body).toMatchObject({ status: 409, code: 'upload_used' });
      expect((await client.head(id)).status).toBe(404);
      expect((await client.send(id, 6000, Buffer.alloc(0))).status).toBe(404);
      expect(await uploads.storeFile(id)).toMatchObject({ size: 6000 });
    });

    test('an upload expires a day after it began, and a complete one a day after it is complete', async () => {
      const [open, complete] = [await client.create(6000), await client.upload(videoBytes(6000))];
      await client.send(open, 0, videoBytes(5000));
      await hub.database.query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [open]);
      expect((await client.head(open)).status).toBe(404);
      expect((await client.send(open, 5000, randomBytes(1000))).status).toBe(404);
      await sweep();
      expect(await leftovers()).toEqual({ ...nothing, rows: 1, uploads: [complete] });
      await sweep(new Date(Date.now() + DAY - 60_000));
      expect((await leftovers()).rows).toBe(1);
      await sweep(new Date(Date.now() + DAY + 60_000));
      expect(await leftovers()).toEqual(nothing);
    });

    test('an upload in use stays as long as a row refers to it', async () => {
      await hub.database.query(
        `create table users_of_uploads (upload_id uuid references uploads deferrable initially deferred)`,
      );
      const id = await client.upload(videoBytes(6000));
      await hub.database.transaction(async () => {
        await uploads.claim(id);
        await hub.database.query('insert into users_of_uploads values ($1)', [id]);
      });
      const later = new Date(Date.now() + 3 * DAY);
      await sweep(later);
      expect(await leftovers()).toEqual({ ...nothing, rows: 1, uploads: [id] });
      expect(await uploads.storeFile(id)).toMatchObject({ size: 6000 });
      await hub.database.query('drop table users_of_uploads');
      await sweep(new Date(Date.now() + DAY / 2));
      expect((await leftovers()).rows).toBe(1);
      await sweep(later);
      expect(await leftovers()).toEqual(nothing);
    });

    test('bytes whose owner was deleted are swept', async () => {
      const id = await client.upload(videoBytes(6000));
      await hub.database.query('delete from uploads where id = $1', [id]);
      expect((await leftovers()).uploads).toEqual([id]);
      await sweep();
      expect(await leftovers()).toEqual(nothing);
    });

    test('an unknown upload cannot be used', async () => {
      for (const id of [randomUUID(), 'nonsense'])
        await expect(uploads.requireFinished(actorOf(author), id)).rejects.toMatchObject({
          status: 400,
          details: { errors: [{ field: 'upload_key' }] },
        });
      await expect(uploads.storeFile(randomUUID())).rejects.toMatchObject({ status: 404 });
      await uploads.remove(randomUUID());
    });
  });

  if (kind === 's3') return;

  describe('access', () => {
    test('an upload belongs to its creator alone', async () => {
      const id = await client.create(6000);
      const admin = new UploadClient((await hub.users.create('ADMIN')).request);
      const expected = { status: 404, body: { code: 'not_found' } };
      expect(await admin.send(id, 0, videoBytes(6000))).toMatchObject(expected);
      expect((await admin.head(id)).status).toBe(404);
      expect(await admin.delete(id)).toMatchObject(expected);
      for (const unknown of [randomUUID(), 'no-uuid', '%2e%2e%2ffiles'])
        expect((await client.head(unknown)).status).toBe(404);
      await expect(uploads.requireFinished(actorOf(await hub.users.create()), id)).rejects.toMatchObject({
        status: 400,
      });
      expect(await client.offset(id)).toBe(0);
    });

    test('requires content.create', async () => {
      expect((await new UploadClient(hub.request).begin(6000)).status).toBe(401);
      expect((await new UploadClient((await hub.users.create('VIEWER')).request).begin(6000)).body).toMatchObject({
        status: 403,
        code: 'permission_missing',
      });
    });

    test('writes by cookie are refused when they come from another site', async () => {
      const id = await client.create(6000);
      const cookie = { cookie: `session_token=${author.token}` };
      const part = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      const send = (headers: object) =>
        hub.request('PATCH', `/uploads/${id}`, { headers: { ...cookie, ...part, ...headers }, body: videoBytes(6000) });
      expect((await send({ origin: 'https://evil.example' })).body).toMatchObject({ code: 'foreign_origin' });
      expect((await send({})).body).toMatchObject({ code: 'foreign_origin' });
      expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(204);
    });
  });

  describe('limits', () => {
    test('a file above MAX_VIDEO_MB is refused', async () => {
      expect((await client.begin(40 * MB + 1)).body).toMatchObject({
        status: 413,
        code: 'too_large',
        detail: 'The file is too large: at most 40 MB are accepted.',
      });
      expect((await client.begin(40 * MB)).status).toBe(201);
    });

    test('more bytes than announced are refused, and those before stay', async () => {
      const id = await client.create(6000);
      await client.send(id, 0, videoBytes(5000));
      expect((await client.send(id, 5000, randomBytes(1001))).body).toMatchObject({ status: 413, code: 'too_large' });
      expect(await client.offset(id)).toBe(5000);
    });

    test('the quota of the hub counts uploads of all users', async () => {
      const other = new UploadClient((await hub.users.create('EDITOR')).request);
      const id = await other.create(6000);
      const stored = await hub.get(Files).getTotalBytes();
      const receive = (bytes: number) =>
        hub.database.query('update uploads set size = $2, received = $2 where id = $1', [id, bytes]);
      const free = 100 * 1024 ** 3 - stored;
      await receive(free - 5999);
      expect((await client.begin(6000)).body).toMatchObject({ status: 413, code: 'quota_reached' });
      const fitting = await client.create(5999);
      // Nothing stays of an upload that meets the full storage.
      await receive(free);
      expect((await client.send(fitting, 0, videoBytes(5999))).body).toMatchObject({
        status: 413,
        code: 'quota_reached',
        detail: 'The storage of this hub, 100 GB, is full. Please contact an administrator.',
      });
      expect((await client.head(fitting)).status).toBe(404);
    });

    test('what an upload announces does not count before it arrives, apart from a reserve', async () => {
      const other = new UploadClient((await hub.users.create('EDITOR')).request);
      const id = await other.create(6000);
      const announce = 'update uploads set size = $2, received = $3 where id = $1';
      await hub.database.query(announce, [id, 200 * 1024 ** 3, 0]);
      const next = await client.create(6000);
      await client.send(next, 0, videoBytes(5000));
      expect(await hub.database.one('select received::int from uploads where id = $1', [next])).toEqual({
        received: 5000,
      });
      await hub.database.query(announce, [id, 200 * 1024 ** 3, 100 * 1024 ** 3 - 64 * MB]);
      expect((await client.begin(6000)).body).toMatchObject({ status: 413, code: 'quota_reached' });
    });

    test('a user has ten unused uploads, of which idle ones give way; others can upload', async () => {
      const begun = await Promise.all(Array.from({ length: 60 }, () => client.begin(40 * MB)));
      const refused = begun.filter(({ status }) => status !== 201);
      expect([begun.length - refused.length, refused[0]?.body]).toEqual([
        10,
        expect.objectContaining({
          status: 403,
          code: 'too_many_uploads',
          detail: 'You have 10 uploads that no video uses yet. Please finish or remove one of them, then try again.',
        }),
      ]);
      expect((await new UploadClient((await hub.users.create('EDITOR')).request).begin(40 * MB)).status).toBe(201);
      const id = begun
        .map(({ headers }) => String(headers['location']).split('/').at(-1))
        .find((key) => key !== 'undefined')!;
      await hub.database.query(`update uploads set created_at = now() - interval '11 minutes' where id = $1`, [id]);
      expect([(await client.begin(6000)).status, (await client.head(id)).status]).toEqual([201, 404]);
      expect((await client.begin(6000)).status).toBe(403);
    });

    test('the unused uploads of a user have a quota, in which the largest file fits', async () => {
      await hub.get(Settings).set(uploadQuota, 50, null);
      try {
        const id = await client.create(40 * MB);
        expect((await client.begin(11 * MB)).body).toMatchObject({
          status: 413,
          code: 'upload_quota_reached',
          detail:
            'This file does not fit into the 50 MB that your uploads may take until videos use them. ' +
            'Please finish or remove one of them, or ask an administrator for more.',
        });
        expect((await client.begin(10 * MB)).status).toBe(201);
        await client.delete(id);
        await hub.get(Settings).set(uploadQuota, 1, null);
        expect((await client.begin(30 * MB)).status).toBe(201);
      } finally {
        await hub.get(Settings).set(uploadQuota, uploadQuota.fallback, null);
      }
    });

    test.each<[string, Record<string, string>, number, object]>([
      ['without bytes', { 'upload-length': '0' }, 400, { detail: 'The file is empty.' }],
      ['with a length that is no number', { 'upload-length': '1e9' }, 400, { code: 'bad_request' }],
      ['with a negative length', { 'upload-length': '-5' }, 400, { code: 'bad_request' }],
      ['with metadata that is not base64', { 'upload-metadata': 'filename ü!' }, 400, { code: 'bad_request' }],
      ['of another version', { 'tus-resumable': '0.2.1' }, 400, { code: 'bad_request' }],
      ['made of other uploads', { 'upload-concat': 'final;/a /b' }, 400, { code: 'bad_request' }],
    ])('an upload %s is refused', async (_what, headers, status, body) => {
      expect(await client.begin(6000, 'a.mp4', headers)).toMatchObject({ status, body });
    });

    test('requests without the protocol are refused', async () => {
      const id = await client.create(6000);
      expect(await author.request('POST', '/uploads', { body: {} })).toMatchObject({
        status: 412,
        body: { code: 'tus_version' },
      });
      const wrong = async (headers: Record<string, string>) =>
        (await author.request('PATCH', `/uploads/${id}`, { headers: { ...TUS, ...headers }, body: videoBytes(6000) }))
          .status;
      expect(await wrong({ 'content-type': 'application/offset+octet-stream' })).toBe(400);
      expect(await wrong({ 'content-type': 'video/mp4', 'upload-offset': '0' })).toBe(415);
      expect(await client.offset(id)).toBe(0);
      expect((await client.send(id, 1, videoBytes(5999))).body).toMatchObject({ status: 409, code: 'upload_offset' });
      // No other route takes such a body.
      const elsewhere = { 'content-type': 'application/offset+octet-stream' };
      const { status } = await author.request('POST', '/documents', { headers: elsewhere, body: randomBytes(10) });
      expect(status).toBe(415);
    });

    test('the abilities of the server', async () => {
      expect(await author.request('OPTIONS', '/uploads')).toMatchObject({
        status: 204,
        headers: {
          'tus-version': '1.0.0',
          'tus-extension': 'creation,termination,expiration',
          'tus-max-size': String(40 * MB),
        },
      });
    });
  });
});
