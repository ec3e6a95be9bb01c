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

/** The sources are there in development and in the image; the build leaves texts alone. */
const folder = fileURLToPath(new URL('../../src/demo/content', import.meta.url));

/** The demo's documents as files, each with a picture that is drawn when it is asked for. */
export class DemoTree implements SourceTree {
  private readonly texts = new FolderTree(folder);

  async *list(): AsyncIterable<SourceEntry> {
    for await (const text of this.texts.list()) {
      yield text;
      yield { path: pictureOf(text.path), size: 0 };
    }
  }

  /** What each document says of itself, by which the demo is finished once all of them are there. */
  async documents(): Promise<{ slug: string; author: string; status: DocumentStatus }[]> {
    const found: { slug: string; author: string; status: DocumentStatus }[] = [];
    for await (const { path } of this.texts.list()) {
      const { slug, author, status } = parseMarkdownFile(await this.texts.read(path)).front;
      found.push({ slug: String(slug), author: String(author), status: status as DocumentStatus });
    }
    return found;
  }

  async read(path: string): Promise<Buffer> {
    if (!path.endsWith('.png')) return this.texts.read(path);
    const text = path.replace(/\.png$/, '.md');
    const { front } = parseMarkdownFile(await this.texts.read(text));
    const shelf = categories.findIndex(({ name }) => name === front['category']);
    return drawThumbnail(categories[shelf]?.color ?? '#0F766E', text, shelf + Number(/\d+/.exec(text)));
  }
}

const pictureOf = (path: string): string => path.replace(/\.md$/, '.png');
