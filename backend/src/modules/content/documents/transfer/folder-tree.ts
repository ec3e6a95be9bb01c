import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Spool } from '../../../../platform/storage/spool.js';
import { MAX_UNPACKED_BYTES, type SourceEntry, type SourceTree, UnreadableEntry } from './source-tree.js';
import { ZipTree } from './zip-tree.js';

/**
 * A folder on the disk. Skips symbolic links, so that nothing outside the folder is read, hidden folders and packages.
 */
export class FolderTree implements SourceTree {
  constructor(private readonly root: string) {}

  async *list(): AsyncIterable<SourceEntry> {
    yield* this.walk(this.root);
  }

  async read(path: string): Promise<Buffer> {
    try {
      const handle = await open(join(this.root, path), 'r');
      try {
        // A file that grows while it is read must not fill the memory.
        if ((await handle.stat()).size > MAX_UNPACKED_BYTES) throw new Error('too large');
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    } catch {
      throw new UnreadableEntry(({ imports }) => imports.unreadable);
    }
  }

  async *stream(path: string): AsyncIterable<Buffer> {
    try {
      yield* createReadStream(join(this.root, path)) as AsyncIterable<Buffer>;
    } catch {
      throw new UnreadableEntry(({ imports }) => imports.unreadable);
    }
  }

  private async *walk(folder: string): AsyncIterable<SourceEntry> {
    const found = await readdir(folder, { withFileTypes: true });
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') yield* this.walk(path);
      } else if (entry.isFile()) {
        yield { path: relative(this.root, path).split(sep).join('/'), size: (await stat(path)).size };
      }
    }
  }
}

/** Opens a folder or a ZIP. */
export async function openTree(path: string, spool: Spool): Promise<{ tree: SourceTree; close: () => Promise<void> }> {
  if ((await stat(path)).isDirectory()) return { tree: new FolderTree(path), close: () => Promise.resolve() };
  const tree = await ZipTree.open(path, spool);
  return { tree, close: () => tree.close() };
}
