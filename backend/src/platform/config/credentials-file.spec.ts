import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { removeCredentials, saveCredentials } from './credentials-file.js';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'hub-credentials-')), 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'credentials.txt');
const lines = async () => (await readFile(file(), 'utf8')).split('\n').map((line) => line.split(/\s+/).join(' '));
const admin = { role: 'ADMIN', email: 'admin@example.org', password: 'first' };
const viewer = { role: 'VIEWER', email: 'viewer@example.org', password: 'second' };

test('creates folder and file, readable by the owner only', async () => {
  await saveCredentials(folder, [admin, viewer]);
  expect(await lines()).toEqual(['ADMIN admin@example.org first', 'VIEWER viewer@example.org second', '']);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['credentials.txt']);
});

test('keeps logins of other users and replaces those of the same email address', async () => {
  await saveCredentials(folder, [admin, viewer]);
  await saveCredentials(folder, [
    { ...admin, password: 'third' },
    { role: 'ADMIN', email: 'min@example.org', password: 'fourth' },
  ]);
  expect(await lines()).toEqual([
    'VIEWER viewer@example.org second',
    'ADMIN admin@example.org third',
    'ADMIN min@example.org fourth',
    '',
  ]);
});

test('compares email addresses case-insensitively', async () => {
  await saveCredentials(folder, [admin]);
  await saveCredentials(folder, [{ ...admin, email: 'Admin@Example.org', password: 'other' }]);
  expect(await lines()).toEqual(['ADMIN Admin@Example.org other', '']);
});

test('restores the permissions of an edited file and keeps its lines', async () => {
  await saveCredentials(folder, [admin]);
  await writeFile(file(), 'the office\n\n  \nVIEWER\tguest@example.org\tdoor code 42');
  await chmod(file(), 0o644);
  await saveCredentials(folder, [viewer]);
  expect(await lines()).toEqual([
    'the office',
    'VIEWER guest@example.org door code 42',
    'VIEWER viewer@example.org second',
    '',
  ]);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test('does not replace a file that cannot be read', async () => {
  await mkdir(file(), { recursive: true });
  await expect(saveCredentials(folder, [admin])).rejects.toThrow('EISDIR');
});

test('removes logins and keeps others; a file without any is deleted', async () => {
  await removeCredentials(folder, [admin.email]);
  await saveCredentials(folder, [admin, viewer]);
  await removeCredentials(folder, ['ADMIN@example.org', 'nobody@example.org']);
  expect(await lines()).toEqual(['VIEWER viewer@example.org second', '']);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  await removeCredentials(folder, [viewer.email]);
  expect(await readdir(folder)).toEqual([]);
});
