import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { createFile, encodeForm } from './support/forms.js';
import { createFetchRequester, type SendRequest } from './support/http.js';
import { admin, HubProcess } from './support/hub-process.js';
import { createPng } from './support/images.js';
import { writeTestVideo } from './support/media-files.js';
import { ReadOnlyTree, UNPRIVILEGED_ID } from './support/read-only-tree.js';
import { UploadClient } from './support/resumable-uploads.js';
import { findFreePort, killRunningServers, SLOW_TEST_TIMEOUT_MS, startServer } from './support/server-process.js';
import { waitFor } from './support/wait-for.js';
import { zip } from './support/zip.js';

/* The commands of the image and of the systemd unit, without privileges and with only two writable folders. */

const run = promisify(execFile);
const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
/** The JSON form of an instruction of the final stage, without `node` at its beginning. */
const readCommand = (instruction: RegExp) => (JSON.parse(instruction.exec(dockerfile)?.[1] ?? '') as string[]).slice(1);
const start = readCommand(/^CMD (\[.*\])$/m);
const healthCheck = readCommand(/^HEALTHCHECK [^[]*(\[.*\])$/m);

let database: TestDatabase;
let folder: string;
let tree: ReadOnlyTree;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = ReadOnlyTree.create();
  folder = mkdtempSync(join(tmpdir(), 'hub-test-files-'));
});
afterEach(async () => {
  killRunningServers();
  await HubProcess.stopAll();
});
afterAll(async () => {
  tree.remove();
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** @returns a requester of the administrator */
async function signIn(url: string): Promise<SendRequest> {
  const session = await createFetchRequester(url)<{ session_token: string }>('POST', '/auth/login-manual', {
    body: admin,
  });
  expect(session.status).toBe(200);
  return createFetchRequester(url, { authorization: `Bearer ${session.body.session_token}` });
}

async function getPrivileges(pid: number | undefined): Promise<Record<string, string>> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  return { uid: field('Uid'), capabilities: field('CapEff'), noNewPrivileges: field('NoNewPrivs') };
}

const unprivileged = {
  uid: String(process.getuid?.() || UNPRIVILEGED_ID),
  capabilities: '0000000000000000',
  noNewPrivileges: '1',
};

test('only the folders for data and temporary files are writable', async () => {
  const write = (file: string) => {
    const [command = '', ...args] = [...tree.wrapper, 'sh', '-c', `: > ${file}`];
    return run(command, args).then(
      () => 'written',
      ({ stderr }: { stderr: string }) => /Read-only file system/.exec(stderr)?.[0] ?? stderr,
    );
  };
  expect(await write(`${tree.dataDir}/file`)).toBe('written');
  expect(await write('$TMPDIR/file')).toBe('written');
  for (const file of ['backend/dist/main.js', 'new-file', '/var/tmp/file', `${tree.dataDir}/../file`])
    expect(`${file}: ${await write(file)}`).toBe(`${file}: Read-only file system`);
});

test(
  'the command of the image stores images, converts videos, imports archives and becomes healthy',
  async () => {
    const port = String(await findFreePort());
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: tree.dataDir,
      PORT: port,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      NODE_ENV: 'production',
    };
    const server = await startServer(environment, [...tree.wrapper, process.execPath, ...start]);
    if (!(await server.ready)) throw new Error((await server.ended).stderr);
    expect(await getPrivileges(server.child.pid)).toEqual(unprivileged);
    const check = () =>
      run(process.execPath, healthCheck, { env: { PORT: port } }).then(
        () => 0,
        ({ code }: { code: number }) => code,
      );
    expect(await check()).toBe(0);

    const request = await signIn(server.url);
    const image = await request<{ width: number }>(
      'POST',
      '/images',
      await encodeForm({ image: await createPng(60, 30) }),
    );
    expect([image.status, image.body.width]).toEqual([201, 60]);
    const archive = createFile(await zip({ 'first.md': '# First\n\nText' }), 'archive.zip');
    expect((await request('POST', '/documents/import', await encodeForm({ archive }))).status).toBe(200);
    const file = await writeTestVideo(join(folder, 'film.mkv'), { seconds: 1 });
    const uploadKey = await new UploadClient(request).upload(readFileSync(file), 'film.mkv');
    const video = await request<{ id: string }>('POST', '/videos', {
      body: { title: 'Film', source_type: 'UPLOAD', upload_key: uploadKey },
    });
    expect(video.text).toContain('Film');
    await waitFor(
      async () => (await request<{ status: string }>('GET', `/videos/${video.body.id}`)).body.status,
      (status) => status === 'READY',
      60_000,
    );

    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(await check()).toBe(1);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'the start command with its own PostgreSQL',
  async () => {
    const hub = await HubProcess.start({ dataDir: join(tree.dataDir, 'own'), wrapper: tree.wrapper });
    await hub.waitUntilReady();
    expect(await getPrivileges(hub.appPid)).toEqual(unprivileged);
    const request = await signIn(hub.url);
    expect((await request('POST', '/documents', { body: { title: 'First', content: 'Text' } })).status).toBe(201);
    expect(await hub.stop()).toEqual([]);
    expect(hub.exitCode).toBe(0);
  },
  SLOW_TEST_TIMEOUT_MS,
);
