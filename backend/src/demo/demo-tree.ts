import {
  type DocumentStatus,
  FolderTree,
  parseMarkdownFile,
  type SourceEntry,
  type SourceTree,
} from '../modules/content/index.js';
import { getDemoPath } from './demo-data.js';

/** The demo's documents as files with their thumbnails and attachments. The SVG files are the sources of the images. */
export class DemoTree implements SourceTree {
  private readonly files = new FolderTree(getDemoPath('.'));

  async *list(): AsyncIterable<SourceEntry> {
    for await (const file of this.files.list())
      if (/^[^/]+\.md$|^images\/[^/]+\.png$|^files\//.test(file.path)) yield file;
  }

  /** Author and target status of each document, from its front matter. */
  async documents(): Promise<{ slug: string; author: string; status: DocumentStatus }[]> {
    const found: { slug: string; author: string; status: DocumentStatus }[] = [];
    for await (const { path } of this.list()) {
      if (!path.endsWith('.md')) continue;
      const { slug, author, status } = parseMarkdownFile(await this.read(path)).front;
      found.push({ slug: String(slug), author: String(author), status: status as DocumentStatus });
    }
    return found;
  }

  read(path: string): Promise<Buffer> {
    return this.files.read(path);
  }

  stream(path: string): AsyncIterable<Buffer> {
    return this.files.stream(path);
  }
}
