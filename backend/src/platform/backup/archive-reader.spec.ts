import { beforeAll, describe, expect, it, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  archiveOf,
  chunkOf,
  fileOf,
  forge,
  packEntries,
  type TestEntry,
  unpack,
  withManifest,
} from '../../../test/support/archives.js';
import { FORMAT, FORMAT_VERSION } from './archive-format.js';
import { ArchiveError } from './archive-input.js';
import { readArchive } from './archive-reader.js';

const limits = { fileBytes: 1024 ** 3 };
const files = [fileOf(Buffer.from('first')), fileOf(Buffer.from('second'))].sort((a, b) => (a.name < b.name ? -1 : 1));
const manifest = {
  format: FORMAT,
  format_version: FORMAT_VERSION,
  hub_version: '0.1.0',
  created_at: '2026-11-25T03:00:00.000Z',
  migrations: ['Migration20261120120000_initial'],
  tables: [
    { name: 'files', columns: ['id'] },
    { name: 'users', columns: ['id', 'name'] },
  ],
  sequences: [],
  files: { count: 2, bytes: 11 },
};
const entries: TestEntry[] = [
  { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) },
  chunkOf('users', 1, Buffer.from('1\tAda\n2\tGr')),
  chunkOf('users', 2, Buffer.from('ace\n')),
  ...files,
];

const read = async (archive: Buffer) => readArchive(archiveOf(archive), limits);
const without = (name: RegExp) => entries.filter((entry) => !name.test(entry.name));
const replaced = (name: RegExp, by: (entry: TestEntry) => TestEntry) =>
  entries.map((entry) => (name.test(entry.name) ? by(entry) : entry));

let valid: Buffer;
beforeAll(async () => {
  valid = await forge(entries);
});

test('an archive is read in its order', async () => {
  const seen: string[] = [];
  const { end } = await readArchive(archiveOf(valid), limits, {
    manifest: ({ hub_version }) => Promise.resolve(void seen.push(hub_version)),
    chunk: (table, content) => Promise.resolve(void seen.push(`${table}: ${JSON.stringify(content.toString())}`)),
    file: async (content, { size }) => {
      for await (const piece of content) seen.push(`${piece.toString()}: ${size}`);
    },
  });
  expect(seen.slice(0, 3)).toEqual(['0.1.0', 'users: "1\\tAda\\n2\\tGr"', 'users: "ace\\n"']);
  expect(seen.slice(3).sort()).toEqual(['first: 5', 'second: 6']);
  expect(end).toMatchObject({ rows: { files: 0, users: 2 }, files: { count: 2, bytes: 11 } });
});

describe('is refused', () => {
  const cases: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['a path out of the archive', () => forge([...entries, { name: '../../etc/cron', content: valid }]), /not part/],
    ['an absolute path', () => forge([...entries, { name: '/etc/cron', content: valid }]), /not part/],
    [
      'a symbolic link',
      () => packEntries([...entries, { ...files[0]!, type: 'symlink', linkname: '/etc/passwd' }]),
      /not part/,
    ],
    [
      'a hard link',
      () => packEntries([...entries, { ...files[0]!, type: 'link', linkname: 'manifest.json' }]),
      /not part/,
    ],
    ['an unknown entry', () => forge([...entries, { name: 'notes.txt', content: valid }]), /“notes.txt”.*not part/],
    ['a file twice', () => forge([...entries, files[1]!]), /not in order/],
    ['a chunk twice', () => forge([entries[0]!, entries[1]!, entries[1]!, ...entries.slice(2)]), /not in order/],
    [
      'a table that is not announced',
      () => forge([entries[0]!, chunkOf('roles', 1, Buffer.from('x\n'))]),
      /not in order/,
    ],
    ['a lost chunk', () => forge(without(/000001/)), /not in order/],
    [
      'a lost file',
      async () => packEntries([...without(/^files/), ...(await unpack(valid)).slice(-1)]),
      /does not match/,
    ],
    [
      'a changed chunk',
      () => forge(replaced(/000002/, (entry) => ({ ...entry, content: Buffer.from('bce\n') }))),
      /damaged/,
    ],
    [
      'a changed file',
      () => forge(replaced(/^files/, (entry) => ({ ...entry, content: Buffer.from('other') }))),
      /damaged/,
    ],
    ['another end', () => forge(entries, { rows: { files: 0, users: 3 } }), /does not match/],
    ['no end', () => packEntries(entries), /no end/],
    ['no manifest', () => forge(entries.slice(1)), /does not begin/],
    ['another format', () => forge(withManifest(entries, { format_version: 2 })), /format 2/],
    [
      'an invalid manifest',
      () => forge(withManifest(entries, { tables: [{ name: 'a"; drop', columns: ['id'] }] })),
      /not valid/,
    ],
    ['more files than announced', () => forge(withManifest(entries, { files: { count: 1, bytes: 11 } })), /more files/],
    [
      'files above the quota',
      () => forge(withManifest(entries, { files: { count: 2, bytes: 1e13 } })),
      /STORAGE_QUOTA_GB/,
    ],
    ['a truncated archive', () => valid.subarray(0, valid.length - 20), /cut off/],
    [
      'an archive that is cut between its entries',
      () => zstdCompressSync(zstdDecompressSync(valid).subarray(0, 4096)),
      /no end|cut off/,
    ],
    ['data after the end', () => Buffer.concat([valid, Buffer.from('more')]), /after its end/],
    ['another archive after the end', () => Buffer.concat([valid, valid]), /after its end/],
    ['an entry after the end', async () => packEntries([...(await unpack(valid)), files[0]!]), /after its end/],
    [
      'endless zeros after the end',
      () => zstdCompressSync(Buffer.concat([zstdDecompressSync(valid), Buffer.alloc(20 * 1024 ** 2)])),
      /none of its entries/,
    ],
    [
      'a chunk that is a bomb',
      () => forge([entries[0]!, chunkOf('users', 1, Buffer.alloc(5 * 1024 ** 2, 10))]),
      /larger/,
    ],
    ['something else', () => Buffer.from('PK\x03\x04 this is another kind of file, long enough'), /not a backup/],
    ['nothing', () => Buffer.alloc(0), /cut off|no end|not a backup/],
  ];

  it.each(cases)('%s', async (_what, tamper, message) => {
    const archive = await tamper();
    await expect(read(archive)).rejects.toThrow(message);
    await expect(read(archive)).rejects.toBeInstanceOf(ArchiveError);
  });

  it('rows that take far more space than the archive', async () => {
    const chunk = Buffer.alloc(4 * 1024 ** 2, 10);
    const bomb = await forge([
      entries[0]!,
      ...Array.from({ length: 5 }, (_, index) => chunkOf('users', index + 1, chunk)),
    ]);
    expect(bomb.length).toBeLessThan(20_000);
    await expect(readArchive(archiveOf(bomb), { ...limits, rowBytes: 8 * 1024 ** 2 })).rejects.toThrow(
      /far more space/,
    );
  });
});

test('a file that cannot be read is not called damaged', async () => {
  const error = Object.assign(new Error("EIO: i/o error, read '/backups/hub.tar.zst'"), {
    syscall: 'read',
    code: 'EIO',
  });
  const open = () => Promise.resolve(new Readable({ read: (_size) => undefined }).destroy(error));
  await expect(readArchive({ size: 1, open }, limits)).rejects.toBe(error);
});

test('reading reports its progress and can be aborted', async () => {
  const parts: number[] = [];
  await readArchive(archiveOf(valid), limits, {}, { onProgress: (part) => parts.push(part) });
  expect(parts.at(-1)).toBe(1);
  const aborted = readArchive(archiveOf(valid), limits, {}, { signal: AbortSignal.abort() });
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
});
