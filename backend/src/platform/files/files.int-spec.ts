import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recountFiles } from '../../../test/support/stored-files.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { TestUser } from '../../../test/support/users.js';
import { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { Reconciliation } from '../database/reconciliation.js';
import { VisibilityRegistry } from '../visibility/visibility-registry.js';
import { Storage } from '../storage/storage.js';
import { FileReferences } from './file-references.js';
import { Files, type StoredFile } from './files.js';

const DAY = 24 * 3600_000;
const SUBJECT = 'test_page';

let hub: TestApp;
let files: Files;
let references: FileReferences;
let uploader: TestUser;
let reader: TestUser;

/** Pages of a module and the user who may read each. */
const readableBy = new Map<string, string>();
const publicPages = new Set<string>();

beforeAll(async () => {
  hub = await createTestApp();
  files = hub.get(Files);
  references = hub.get(FileReferences);
  hub.get(VisibilityRegistry).register(SUBJECT, {
    findVisible: (actor, ids) => {
      const open = new Set(ids.filter((id) => publicPages.has(id)));
      const own = ids.filter((id) => actor.id !== null && readableBy.get(id) === actor.id);
      return Promise.resolve({ visible: new Set([...open, ...own]), public: open });
    },
  });
  uploader = await hub.users.create();
  reader = await hub.users.create();
});
afterAll(() => hub.close());
beforeEach(async () => {
  await hub.database.query('delete from files');
  await recountFiles(hub);
});

const actorOf = (user: TestUser) =>
  Actor.user({ id: user.id, name: user.name, role: 'VIEWER', permissions: [], sessionId: null });
const upload = (bytes: Buffer = randomBytes(1000), more: { uploaderId?: string | null; maxBytes?: number } = {}) =>
  files.store(Readable.from([bytes]), {
    name: 'cat.png',
    mediaType: 'image/png',
    uploaderId: uploader.id,
    maxBytes: 10_000_000,
    ...more,
  });
const page = () => ({ subjectType: SUBJECT, subjectId: randomUUID() });
const sweep = () => hub.get(Files).sweep(new Date(Date.now() + DAY + 1000));
const path = (file: StoredFile) => file.url.replace(/^\/api/, '');
const rows = async () => (await hub.database.query<{ id: string }>('select id from files')).map((row) => row.id);
const contents = async () => {
  const entries = await readdir(join(hub.get(Config).dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

describe('storing', () => {
  test('returns the row and its URL', async () => {
    const file = await upload(Buffer.from('abc'));
    expect(file).toEqual({
      id: expect.any(String),
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size: 3,
      media_type: 'image/png',
      name: 'cat.png',
      url: `/api/files/${file.id}/ba7816bf8f01cfea`,
    });
    expect(await files.find(file.id)).toEqual(file);
  });

  test('stores equal content once, with a row for each upload', async () => {
    const before = await hub.get(Files).getTotalBytes();
    const bytes = randomBytes(5000);
    const stored = await Promise.all([upload(bytes), upload(bytes), upload(bytes)]);
    expect(new Set(stored.map((file) => file.id)).size).toBe(3);
    expect((await contents()).filter((name) => name === stored[0].sha256)).toHaveLength(1);
    expect((await hub.get(Files).getTotalBytes()) - before).toBe(5000);
    expect(await hub.get(Files).getBytesOfUploader(uploader.id)).toBe(15_000);
  });

  test('counts the bytes in total and per uploader', async () => {
    const stored = hub.get(Files);
    const bytes = randomBytes(3000);
    const used = async () => [
      await stored.getTotalBytes(),
      await stored.getBytesOfUploader(uploader.id),
      await stored.getBytesOfUploader(reader.id),
    ];
    await upload(bytes);
    const shared = await upload(bytes, { uploaderId: reader.id });
    await upload(randomBytes(500), { uploaderId: null });
    expect(await used()).toEqual([3500, 3000, 3000]);
    await hub.get(Files).discard([shared.id]);
    expect(await used()).toEqual([3500, 3000, 0]);
    await sweep();
    expect(await used()).toEqual([0, 0, 0]);
    expect((await hub.get(Reconciliation).run({ fix: false })).filter((check) => check.differences > 0)).toEqual([]);
  });

  test('leaves neither row nor content of uploads that are too large or aborted', async () => {
    const before = await contents();
    await expect(upload(randomBytes(1001), { maxBytes: 1000 })).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    });
    const source = new PassThrough();
    const broken = files.store(source, { name: 'a', mediaType: 'image/png', uploaderId: null, maxBytes: 1000 });
    source.write('half');
    setTimeout(() => source.destroy(), 20);
    await expect(broken).rejects.toThrow();
    expect(await rows()).toEqual([]);
    expect(await contents()).toEqual(before);
  });

  test('refuses what exceeds the quota of the hub', async () => {
    const { id } = await upload();
    await hub.database.query('update files set size = $2 where id = $1', [id, 100 * 1024 ** 3]);
    await recountFiles(hub);
    const before = await contents();
    await expect(upload()).rejects.toMatchObject({ status: 413, code: 'quota_reached' });
    expect(await contents()).toEqual(before);
  });

  test('is refused inside a transaction', async () => {
    await expect(hub.database.transaction(() => upload())).rejects.toThrow('inside a transaction');
  });
});

describe('GET /files/:id/:hash', () => {
  test('sends a file to its uploader, and the 404 of a missing file to everyone else', async () => {
    const file = await upload();
    const own = await uploader.request('GET', path(file));
    expect([own.status, own.headers['cache-control'], own.headers['content-type']]).toEqual([
      200,
      'private, no-cache',
      'image/png',
    ]);
    for (const request of [hub.request, reader.request]) {
      const { request_id: _one, ...hidden } = (await request('GET', path(file))).body;
      const { request_id: _other, ...missing } = (await request('GET', `/files/${randomUUID()}/ba7816bf8f01cfea`)).body;
      expect(hidden).toEqual(missing);
      expect(hidden).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test.each([
    '/files/x/y',
    '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/ba7816bf8f01cfea',
    `/files/%00/${'a'.repeat(16)}`,
  ])('responds 404 to %s', async (address) => {
    expect((await uploader.request('GET', address)).status).toBe(404);
  });

  test('does not accept the hash of another content', async () => {
    const file = await upload();
    expect((await uploader.request('GET', `/files/${file.id}/${'0'.repeat(16)}`)).status).toBe(404);
  });

  test('sends a file to everyone who may see one of its subjects', async () => {
    const file = await upload();
    const [open, closed] = [page(), page()];
    await references.add(file.id, closed, actorOf(uploader));
    expect((await reader.request('GET', path(file))).status).toBe(404);
    await references.add(file.id, open, actorOf(uploader));
    readableBy.set(open.subjectId, reader.id);
    expect((await reader.request('GET', path(file))).headers['cache-control']).toBe('private, no-cache');
    expect((await hub.request('GET', path(file))).status).toBe(404);
    await references.release(open);
    expect((await reader.request('GET', path(file))).status).toBe(404);
  });

  test('lets everyone cache a file only while one of its subjects is public', async () => {
    const file = await upload();
    const open = page();
    await references.add(file.id, open, actorOf(uploader));
    publicPages.add(open.subjectId);
    expect((await hub.request('GET', path(file))).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await uploader.request('GET', path(file))).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    publicPages.delete(open.subjectId);
    expect((await hub.request('GET', path(file))).status).toBe(404);
    expect((await uploader.request('GET', path(file))).headers['cache-control']).toBe('private, no-cache');
  });

  test('supports HEAD, ranges and conditions through the whole server', async () => {
    const file = await upload(Buffer.from('0123456789'));
    const request = (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
      uploader.request(method, path(file), { headers });
    expect(await request('HEAD')).toMatchObject({ status: 200, text: '', headers: { etag: `"${file.sha256}"` } });
    expect(await request('GET', { range: 'bytes=2-4' })).toMatchObject({ status: 206, text: '234' });
    expect((await request('GET', { range: 'bytes=99-' })).body).toMatchObject({ code: 'range_not_satisfiable' });
    expect((await request('GET', { 'if-none-match': `"${file.sha256}"` })).status).toBe(304);
    const whole = await request('GET');
    expect(whole.headers['content-security-policy']).toBe(
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; " +
        "frame-ancestors 'none'; sandbox",
    );
    expect(whole.headers['x-content-type-options']).toBe('nosniff');
  });

  test('takes one statement for guests, besides those of the visibility rules', async () => {
    const file = await upload();
    const open = page();
    await references.add(file.id, open, null);
    publicPages.add(open.subjectId);
    expect(await hub.statementsOf(() => hub.request('GET', path(file)))).toHaveLength(1);
  });
});

describe('references', () => {
  test('cannot make a file of another user readable', async () => {
    const file = await upload();
    const mine = page();
    readableBy.set(mine.subjectId, reader.id);
    await expect(references.add(file.id, mine, actorOf(reader))).rejects.toMatchObject({ status: 404 });
    await references.replace([file.id], mine, actorOf(reader));
    expect((await reader.request('GET', path(file))).status).toBe(404);
  });

  test('are replaced, ignoring ids of missing files', async () => {
    const [kept, added, removed] = await Promise.all([upload(), upload(), upload()]);
    const subject = page();
    await references.replace([kept.id, removed.id], subject, actorOf(uploader));
    // Another editor saves: existing references are kept, although this editor cannot read the file.
    await references.replace([kept.id, randomUUID(), 'nonsense'], subject, actorOf(reader));
    await references.replace([kept.id, added.id], subject, actorOf(uploader));
    const now = await hub.database.query<{ file_id: string }>('select file_id from file_uses where subject_id = $1', [
      subject.subjectId,
    ]);
    expect(now.map((use) => use.file_id).sort()).toEqual([kept.id, added.id].sort());
  });

  test("joins the caller's transaction", async () => {
    const file = await upload();
    const subject = page();
    const failed = hub.database.transaction(async () => {
      await references.add(file.id, subject, null);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(
      await hub.database.query('select file_id from file_uses where subject_id = $1', [subject.subjectId]),
    ).toEqual([]);
  });

  test('of unregistered types are refused', async () => {
    const file = await upload();
    await expect(
      references.add(file.id, { subjectType: 'unregistered', subjectId: randomUUID() }, null),
    ).rejects.toThrow('unregistered');
  });
});

describe('the sweep', () => {
  test('deletes unused files and their content, and keeps used and recent ones', async () => {
    const [unused, used] = await Promise.all([upload(), upload()]);
    await references.add(used.id, page(), null);
    await hub.get(Files).sweep();
    expect((await rows()).sort()).toEqual([unused.id, used.id].sort());
    await sweep();
    expect(await rows()).toEqual([used.id]);
    const storage = hub.get<Storage>(Storage as never);
    expect(await storage.stat(unused.sha256)).toBeUndefined();
    expect(await storage.stat(used.sha256)).toEqual({ size: 1000 });
  });

  test('keeps a content that another file shares', async () => {
    const bytes = randomBytes(1000);
    const [unused, used] = await Promise.all([upload(bytes), upload(bytes)]);
    await references.add(used.id, page(), null);
    await sweep();
    expect(await files.find(unused.id)).toBeUndefined();
    expect((await uploader.request('GET', path(used))).status).toBe(200);
  });

  test('waits for a concurrent reference, and keeps the file', async () => {
    const file = await upload();
    const begun = Promise.withResolvers<void>();
    const using = hub.database.transaction(async () => {
      await references.add(file.id, page(), null);
      begun.resolve();
      await pause(300);
    });
    await begun.promise;
    await sweep();
    await using;
    expect((await uploader.request('GET', path(file))).status).toBe(200);
    expect(await hub.database.query('select file_id from file_uses where file_id = $1', [file.id])).toHaveLength(1);
  });

  test('never deletes the content of a concurrent upload', async () => {
    const storage = hub.get<Storage>(Storage as never);
    for (let round = 0; round < 40; round++) {
      const bytes = randomBytes(2000);
      const { sha256 } = await upload(bytes);
      await Promise.all([upload(bytes), pause(Math.random() * 8).then(sweep)]);
      // The clock of the sweep is a day ahead, so it may delete both files, and the content with the last of them.
      const content = await storage.stat(sha256);
      if ((await rows()).length > 0) expect(content).toEqual({ size: 2000 });
      await sweep();
    }
  });
});
