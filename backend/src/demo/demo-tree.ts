import { fileURLToPath } from 'node:url';
import {
  type DocumentStatus,
  FolderTree,
  parseMarkdownFile,
  type SourceEntry,
  type SourceTree,
} from '../modules/content/index.js';
import { categories } from './demo-content.js';
import { drawThumbnail } from './thumbnails.js';

/** In the sources, which the image contains as well: the build copies no texts. */
const folder = fileURLToPath(new URL('../../src/demo/content', import.meta.url));

/** The demo's documents as files, each with a generated thumbnail. */
export class DemoTree implements SourceTree {
  private readonly markdownFiles = new FolderTree(folder);

  async *list(): AsyncIterable<SourceEntry> {
    for await (const text of this.markdownFiles.list()) {
      yield text;
      yield { path: thumbnailPath(text.path), size: 0 };
    }
  }

  /** Author and target status of each document, from its front matter. */
  async documents(): Promise<{ slug: string; author: string; status: DocumentStatus }[]> {
    const found: { slug: string; author: string; status: DocumentStatus }[] = [];
    for await (const { path } of this.markdownFiles.list()) {
      const { slug, author, status } = parseMarkdownFile(await this.markdownFiles.read(path)).front;
      found.push({ slug: String(slug), author: String(author), status: status as DocumentStatus });
    }
    return found;
  }

  async read(path: string): Promise<Buffer> {
    if (!path.endsWith('.png')) return this.markdownFiles.read(path);
    const text = path.replace(/\.png$/, '.md');
    const { front } = parseMarkdownFile(await this.markdownFiles.read(text));
    const categoryIndex = categories.findIndex(({ name }) => name === front['category']);
    return drawThumbnail(categories[categoryIndex]?.color ?? '#0F766E', text, categoryIndex + Number(/\d+/.exec(text)));
  }
}

const thumbnailPath = (path: string): string => path.replace(/\.md$/, '.png');
