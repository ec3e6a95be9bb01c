import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { query } from './support/backup-commands.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { minimalEnvironment, SLOW_TEST_TIMEOUT_MS } from './support/server-process.js';

/* What the commands of `npm run` refuse, before they create anything. */

const script = fileURLToPath(new URL('./support/hub-command.mjs', import.meta.url));

let folder: string;
let empty: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-test-commands-'));
  empty = await createTestDatabase('template0');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await empty.drop();
});

const commands: [name: string, args: string[]][] = [
  ['backup', []],
  ['backup', ['--verify']],
  ['reconcile', ['--fix']],
];

/** @returns the one sentence with which the command was refused */
async function refusalOf(name: string, args: string[], environment: Record<string, string>): Promise<string> {
  const options = JSON.stringify({ createsHub: name === 'restore' });
  const env = { ...minimalEnvironment(), ...environment };
  const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, [script, name, options, ...args], { env }, (error, out, text) =>
      resolve({ code: error?.code ?? 0, stdout: out, stderr: text }),
    ),
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr.trimEnd();
}

const sentence = (dir: string) => `There is no hub in ${dir}. Set DATA_DIR, or DATABASE_URL, as the hub does.`;

const urlWith = (change: (url: URL) => void) => {
  const url = new URL(empty.url);
  change(url);
  return url.href;
};

describe.each(commands)('%s %j', (name, args) => {
  test('without a hub in DATA_DIR', async () => {
    const missing = join(folder, 'missing');
    expect(await refusalOf(name, args, { DATA_DIR: missing })).toBe(sentence(missing));
    expect(existsSync(missing)).toBe(false);
    // The hub has its database elsewhere, and DATABASE_URL is forgotten.
    const files = join(folder, 'files-only');
    mkdirSync(join(files, 'files'), { recursive: true });
    expect(await refusalOf(name, args, { DATA_DIR: files })).toBe(sentence(files));
    expect(readdirSync(files)).toEqual(['files']);
  });

  test('without a hub in DATABASE_URL', async () => {
    const environment = { DATA_DIR: folder, DATABASE_URL: empty.url };
    expect(await refusalOf(name, args, environment)).toMatch(/^There is no hub in the database of DATABASE_URL\./);
    const relations = `select from pg_class where relnamespace = 'public'::regnamespace`;
    expect(await query(empty.url, relations)).toEqual([]);
    const missing = join(folder, 'missing');
    expect(await refusalOf(name, args, { ...environment, DATA_DIR: missing })).toBe(
      `There is no folder ${missing}. Set DATA_DIR as the hub does.`,
    );
    expect(existsSync(missing)).toBe(false);
  });
});

test(
  'arguments are checked before anything is created',
  async () => {
    const DATA_DIR = join(folder, 'missing');
    const refused: [name: string, args: string[], expected: RegExp][] = [
      ['backup', ['--wrong'], /^Usage: npm run backup, or/],
      ['backup', [folder], /^Usage: npm run backup, or/],
      ['backup', ['--verify', folder], /is a folder\. Name an archive in it, /],
      ['backup', ['--verify', join(folder, 'none.tar.zst')], /^There is nothing at .*none\.tar\.zst\.$/],
      ['restore', [], /^Name the archive of a backup: npm run restore -- FILE$/],
      ['restore', [folder], /is a folder\. Name an archive in it, /],
      ['reconcile', ['--wrong'], /^Usage: npm run reconcile, or/],
    ];
    for (const [name, args, expected] of refused) expect(await refusalOf(name, args, { DATA_DIR })).toMatch(expected);
    expect(existsSync(DATA_DIR)).toBe(false);
  },
  SLOW_TEST_TIMEOUT_MS,
);

test(
  'a database that cannot be used is named in one sentence',
  async () => {
    const away = urlWith((url) => (url.port = '1'));
    const unknown = urlWith((url) => (url.pathname = '/no_such_database'));
    for (const [name, args] of commands) {
      const refusal = (DATABASE_URL: string) => refusalOf(name, args, { DATA_DIR: folder, DATABASE_URL });
      expect(await refusal(away)).toMatch(/^DATABASE_URL: PostgreSQL cannot be reached there/);
      expect(await refusal(unknown)).toBe('DATABASE_URL: the database it names does not exist.');
    }
  },
  SLOW_TEST_TIMEOUT_MS,
);
