import { expect, it } from '@jest/globals';
import { createFilePath, extractFileIds, replaceFilePaths } from './file-url.js';

const id = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';
const other = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073990';
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

it('contains the row and the content', () => {
  expect(createFilePath({ id, sha256 })).toBe(`/files/${id}/9f86d081884c7d65`);
});

it('finds each file of a text once, with any prefix', () => {
  const path = createFilePath({ id, sha256 });
  const otherUrl = `https://hub.example.org/files/${other.toUpperCase()}/0000000000000000`;
  const text = `![a](/api${path}) and [b](${otherUrl} "b") ${path}`;
  expect(extractFileIds(text)).toEqual([id, other]);
});

it.each([
  '',
  'no file',
  `/files/${id}`,
  `/files/${id}/short`,
  `/files/${id}/9f86d081884c7d65ab`,
  `/files/nonsense/9f86d081884c7d65`,
])('finds none in %j', (text) => {
  expect(extractFileIds(text)).toEqual([]);
});

it('replaces the paths of the given files only', () => {
  const [path, otherPath] = [createFilePath({ id, sha256 }), createFilePath({ id: other, sha256 })];
  const text = `![a](/api${path}) ![b](https://elsewhere.example${otherPath}) ![c](/api${path})`;
  expect(replaceFilePaths(text, new Set([id]), (found) => `/x${found}`)).toBe(
    `![a](/api/x${path}) ![b](https://elsewhere.example${otherPath}) ![c](/api/x${path})`,
  );
});
