import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { type LinkKey, LinkRegistry, type LinkTarget } from '../links/link-registry.js';
import type { UnsearchedReason } from '../text-extraction/extraction.js';
import { FileReferences } from './file-references.js';
import { createFilePath, parseFilePath } from './file-url.js';

/** Why the search does not know the texts of files, by their ids. */
type FindReasons = (ids: readonly string[]) => Promise<ReadonlyMap<string, UnsearchedReason>>;

/** What links to files lead to: their names, types and sizes, for those who may download them. */
@Injectable()
export class FileLinksSource {
  private readonly prefix: string;
  private findReasons: FindReasons = () => Promise.resolve(new Map());

  constructor(
    private readonly references: FileReferences,
    links: LinkRegistry,
    { env }: Config,
  ) {
    this.prefix = env.API_PREFIX;
    links.register({
      type: 'file',
      match: ({ path, hash }) => this.match(path, hash),
      find: (actor, keys) => this.find(actor, keys),
    });
  }

  /** Registers what knows which files are searched. */
  onReasons(find: FindReasons): void {
    this.findReasons = find;
  }

  private match(path: string, suffix: string): LinkKey | undefined {
    const key = path.startsWith(this.prefix) ? path.slice(this.prefix.length) : '';
    return parseFilePath(key) && { key: key.toLowerCase(), suffix };
  }

  private async find(actor: Actor, keys: readonly string[]): Promise<Map<string, LinkTarget>> {
    const ids = keys.flatMap((key) => parseFilePath(key)?.id ?? []);
    const files = await this.references.listReadable(actor, ids);
    const reasons = await this.findReasons(files.map(({ id }) => id));
    return new Map(
      files.map((file) => {
        const path = createFilePath(file);
        const { id, name: title, media_type, size } = file;
        return [
          path,
          { id, title, url: this.prefix + path, media_type, size, unsearched_reason: reasons.get(id) ?? null },
        ];
      }),
    );
  }
}
