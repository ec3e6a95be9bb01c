import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepCredentials } from './credentials.js';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'hub-credentials-')), 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'credentials.txt');
const lines = async () => (await readFile(file(), 'utf8')).split('\n').map((line) => line.split(/\s+/).join(' '));
const admin = { role: 'ADMIN', email: 'admin@example.org', password: 'first' };
const viewer = { role: 'VIEWER', email: 'viewer@example.org', password: 'second' };

test('sign-ins are written for nobody else to read, in a folder that need not be there yet', async () => {
  await keepCredentials(folder, [admin, viewer]);
  expect(await lines()).toEqual(['ADMIN admin@example.org first', 'VIEWER viewer@example.org second', '']);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['credentials.txt']);
});

test('those of other people stay, new ones replace those of the same address only', async () => {
  await keepCredentials(folder, [admin, viewer]);
  await keepCredentials(folder, [
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

test('an address is the same in any letter case', async () => {
  await keepCredentials(folder, [admin]);
  await keepCredentials(folder, [{ ...admin, email: 'Admin@Example.org', password: 'other' }]);
  expect(await lines()).toEqual(['ADMIN Admin@Example.org other', '']);
});

test('a file that somebody has opened to others or edited by hand is closed again, and keeps what stands there', async () => {
  await keepCredentials(folder, [admin]);
  await writeFile(file(), 'the office\n\n  \nVIEWER\tguest@example.org\tdoor code 42');
  await chmod(file(), 0o644);
  await keepCredentials(folder, [viewer]);
  expect(await lines()).toEqual([
    'the office',
    'VIEWER guest@example.org door code 42',
    'VIEWER viewer@example.org second',
    '',
  ]);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test('what cannot be read is not replaced', async () => {
  await mkdir(file(), { recursive: true });
  await expect(keepCredentials(folder, [admin])).rejects.toThrow('EISDIR');
});
