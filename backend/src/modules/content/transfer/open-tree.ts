import { stat } from 'node:fs/promises';
import { FolderTree } from './folder-tree.js';
import type { SourceTree } from './source-tree.js';
import { ZipTree } from './zip-tree.js';

/** A folder or a ZIP, whatever stands at this path. */
export async function openTree(path: string): Promise<{ tree: SourceTree; close: () => void }> {
  if ((await stat(path)).isDirectory()) return { tree: new FolderTree(path), close: () => undefined };
  const tree = await ZipTree.open(path);
  return { tree, close: () => tree.close() };
}
