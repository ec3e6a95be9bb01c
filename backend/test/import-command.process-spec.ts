import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import type { TestUser } from './support/users.js';
import { createPng } from './support/images.js';
import { minimalEnvironment, SLOW_TEST_TIMEOUT_MS } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';
import { zip } from './support/zip.js';

const command = fileURLToPath(new URL('../dist/cli/import.js', import.meta.url));

let hub: TestApp;
let first: TestUser;
let second: TestUser;
let folder: string;
beforeAll(async () => {
  hub = await createTestApp();
  first = await hub.users.create('ADMIN');
  second = await hub.users.create('ADMIN');
  folder = await mkdtemp(join(tmpdir(), 'hub-test-import-'));
});
afterAll(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function start(...args: string[]) {
  const env = { ...minimalEnvironment(), DATABASE_URL: hub.databaseUrl, DATA_DIR: join(folder, 'data') };
  return spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

async function run(...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const child = start(...args);
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
  return { code, out, error };
}

async function source(name: string, files: Record<string, string | Buffer>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
  }
  return join(folder, name);
}

test(
  'a folder becomes documents of the administrator with the oldest account; links out of it are not followed',
  async () => {
    const path = await source('notes', {
      'a/one.md':
        '---\nslug: cli-one\ncategory: From the shell\nstatus: PUBLISHED\n---\n![p](../p.png) [two](../two.md)',
      'two.md': '# Cli two',
      'p.png': await createPng(),
      '.git/three.md': '# No',
      'node_modules/x/readme.md': '# No',
      'four.txt': 'x',
    });
    await writeFile(join(folder, 'outside.md'), '# Outside');
    await symlink(join(folder, 'outside.md'), join(path, 'outside.md'));
    await symlink(folder, join(path, 'loop'));
    const { code, out, error } = await run(path);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.trim().split('\n')).toEqual([
      'a/one.md → /docs/cli-one',
      'two.md → /docs/cli-two',
      'four.txt skipped: Only Markdown files are imported, and the images and files in them.',
      '2 documents and 1 image imported, 1 category created, 1 file skipped.',
    ]);
    const { body } = await first.request<DocumentResponse>('GET', '/documents/cli-one');
    expect(body).toMatchObject({ author_id: first.id, status: 'PUBLISHED', category: { name: 'From the shell' } });
    expect(body.content).toMatch(/^!\[p\]\(\/api\/files\/\S+\) \[two\]\(\/docs\/cli-two\)$/);
    expect((await run(path)).out).toMatch(/0 documents and 0 images imported, 3 files skipped\.\n$/);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'folders become categories and documents are published on request',
  async () => {
    const path = await source('structured', { 'a.md': '# Cli root', '01-guides/b.md': '# Cli guide' });
    const { code, out } = await run(path, '--categories', '--publish');
    expect([code, out.trim().split('\n').at(-1)]).toEqual([
      0,
      '2 documents and 0 images imported, 1 category created, 0 files skipped.',
    ]);
    expect((await first.request<DocumentResponse>('GET', '/documents/cli-guide')).body).toMatchObject({
      status: 'PUBLISHED',
      category: { name: 'Guides' },
    });
    const author = await hub.users.create('CONTRIBUTOR');
    const refused = await run(path, '--publish', '--as', author.email);
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/CONTRIBUTOR, which can’t publish/)]);
  },
  SLOW_TEST_TIMEOUT_MS,
);

async function countInterrupted(): Promise<number> {
  const row = await hub.database.one<{ n: number }>(
    `select count(*)::int as n from content_items where title like 'Interrupted %'`,
    [],
  );
  return row!.n;
}

test(
  'Ctrl-C ends it between two documents, and keeps those that are done',
  async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${i}.md`, `# Interrupted ${i}`]));
    const child = start(await source('many', many));
    const error = text(child.stderr);
    await waitFor(countInterrupted, (n) => n >= 5, SLOW_TEST_TIMEOUT_MS);
    child.kill('SIGINT');
    expect(await exitOf(child)).toBe(1);
    const [, imported] = /^Canceled\. (\d+) documents were imported and will be kept\.\n$/.exec(await error) ?? [];
    expect(await countInterrupted()).toBe(Number(imported));
    expect(Number(imported)).toBeLessThan(400);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'an archive, as another user',
  async () => {
    const path = join(folder, 'notes.zip');
    await writeFile(path, await zip({ 'x.md': '---\nslug: cli-zip\n---\nx' }));
    expect(await run(path, '--as', second.email)).toMatchObject({ code: 0, error: '' });
    expect((await second.request<DocumentResponse>('GET', '/documents/cli-zip')).body.author_id).toBe(second.id);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test.each<[what: string, args: () => string[] | Promise<string[]>, sentence: RegExp]>([
  ['no path', () => [], /^Name a folder or a ZIP/],
  ['an unknown option', () => ['x', '--for', 'y'], /^Name a folder or a ZIP/],
  ['a path where nothing is', () => [join(folder, 'nothing')], /^There is nothing at .*nothing\.$/],
  ['a file that is no archive', () => [join(folder, 'outside.md')], /^This file is not a ZIP archive/],
  [
    'an unknown user',
    () => [folder, '--as', 'nobody@example.org'],
    /^No active user has the email address nobody@example\.org\.$/,
  ],
  [
    'a user without permission',
    async () => [folder, '--as', (await hub.users.create('VIEWER')).email],
    /VIEWER, which can’t write documents\.$/,
  ],
])(
  '%s is reported in one sentence',
  async (_what, args, sentence) => {
    const { code, error } = await run(...(await args()));
    expect([code, error.trim().split('\n').length]).toEqual([1, 1]);
    expect(error.trim()).toMatch(sentence);
  },
  SLOW_TEST_TIMEOUT_MS,
);
