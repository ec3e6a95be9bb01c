import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { createFile, encodeForm } from './support/forms.js';
import { createFetchRequester, type SendRequest } from './support/http.js';
import { HubProcess } from './support/hub-process.js';
import {
  adminEnvironment,
  admin,
  findFreePort,
  killRunningServers,
  minimalEnvironment,
  SLOW_TEST_TIMEOUT_MS,
  startServer,
} from './support/server-process.js';
import { createPng } from './support/images.js';
import { writeTestVideo } from './support/media-files.js';
import { ReadOnlyTree, UNPRIVILEGED_ID } from './support/read-only-tree.js';
import { UploadClient } from './support/resumable-uploads.js';
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
      ...adminEnvironment,
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

test(
  'instances of the systemd template share a database and a folder',
  async () => {
    const unit = readFileSync(new URL('../../deploy/knowledge-hub@.service', import.meta.url), 'utf8');
    const [, line = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(unit) ?? [];
    const environment = { DATABASE_URL: database.url, DATA_DIR: tree.dataDir, NODE_ENV: 'production' };
    const servers = await Promise.all(
      [1, 2].map(() => startServer(environment, [...tree.wrapper, process.execPath, ...line.split(' ')])),
    );
    expect(await Promise.all(servers.map(({ ready }) => ready))).toEqual([true, true]);
    for (const { child } of servers) child.kill('SIGTERM');
    for (const { ended } of servers) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  },
  SLOW_TEST_TIMEOUT_MS,
);

/** Runs a command as `npm run` does. */
async function runAsRoot(name: string, options: object, dataDir: string, ...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('./support/hub-command.mjs', import.meta.url));
  const [command = '', ...line] = [...tree.rootWrapper, process.execPath, script, name, JSON.stringify(options)];
  const env = { ...minimalEnvironment(), DATA_DIR: dataDir };
  return (await run(command, [...line, ...args], { env })).stdout;
}

test(
  'root makes and restores backups as the account of the hub',
  async () => {
    const dataDir = join(tree.dataDir, 'account');
    const hub = await HubProcess.start({ dataDir, wrapper: tree.wrapper });
    await hub.waitUntilReady();
    const { uid } = statSync(dataDir);
    expect(await runAsRoot('backup', {}, dataDir)).toContain('Backup created successfully!');
    await hub.stop();
    const [name = ''] = readdirSync(join(dataDir, 'backups'));
    const archive = join(dataDir, 'backups', name);
    const target = join(tree.dataDir, 'restored');
    mkdirSync(target, { mode: 0o700 });
    chownSync(target, uid, statSync(dataDir).gid);
    expect(await runAsRoot('restore', { createsHub: true }, target, archive)).toContain('Restored the backup');
    const made = [archive, join(dataDir, 'backups'), ...readdirSync(target).map((each) => join(target, each))];
    expect(made.map((path) => `${path} ${statSync(path).uid}`)).toEqual(made.map((path) => `${path} ${uid}`));
    const restored = await HubProcess.start({ dataDir: target, wrapper: tree.wrapper });
    await restored.waitUntilReady();
    expect(await restored.stop()).toEqual([]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test('a folder that is another account’s in part is refused in one sentence', async () => {
  const dataDir = join(tree.dataDir, 'foreign');
  mkdirSync(dataDir, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(dataDir, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  mkdirSync(join(dataDir, 'postgres'), { mode: 0 });
  const hub = await HubProcess.start({ dataDir, wrapper: tree.wrapper });
  await hub.waitForOutput('chown').catch(() => undefined);
  await hub.stop();
  expect(hub.exitCode).toBe(1);
  expect(hub.output.trim()).toMatch(
    /^This account has no access to .*postgres\. .*chown --recursive ACCOUNT: .*foreign$/,
  );
});

test(
  'npm run backup, restore and reconcile of the image work on what it contains',
  async () => {
    const image = join(folder, 'image');
    copyImage(image);
    const hub = await createTestDatabase();
    const empty = await createTestDatabase('template0');
    const env = {
      ...minimalEnvironment(),
      DATABASE_URL: hub.url,
      DATA_DIR: join(folder, 'image-data'),
      HOME: '/nonexistent',
      npm_config_update_notifier: 'false',
      npm_config_logs_max: '0',
    };
    mkdirSync(env.DATA_DIR);
    const npmRun = async (...args: string[]) =>
      (await run('npm', ['run', '--silent', ...args], { cwd: image, env })).stdout;
    expect(await npmRun('backup')).toContain('Backup created successfully!');
    expect(await npmRun('backup', '--', '--verify')).toContain('files are equal.');
    expect(await npmRun('reconcile', '--', '--fix')).toMatch(/\d+ differences/);
    const [name = ''] = readdirSync(join(env.DATA_DIR, 'backups'));
    env.DATABASE_URL = empty.url;
    expect(await npmRun('restore', '--', join(env.DATA_DIR, 'backups', name))).toContain('Restored the backup');
    await Promise.all([hub.drop(), empty.drop()]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

/** The files that the last stage of the image contains. Packages stay where they are. */
function copyImage(target: string): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const [, line = ''] of lastStage.matchAll(/^COPY (?:--from=\w+ )?(.*)$/gm)) {
    const paths = line.split(' ').map((path) => path.replace(/^\/app\//, ''));
    const to = paths.pop() ?? '';
    for (const from of paths) {
      const destination = join(target, to === './' || to.endsWith('/') ? join(to, basename(from)) : to);
      mkdirSync(dirname(destination), { recursive: true });
      if (from.endsWith('node_modules')) symlinkSync(join(root, from), destination);
      else cpSync(join(root, from), destination, { recursive: true });
    }
  }
}
