import type { Actor } from '../../../platform/access/actor.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type { Pictures } from '../../../platform/pictures/pictures.js';
import type { Skipped } from './import-survey.js';
import { type SourceTree, UnreadableEntry } from './source-tree.js';

/** Stores the images that texts show, each once per author, when a text first shows it. */
export class ImportImages {
  stored = 0;
  readonly skipped: Skipped[] = [];
  private readonly addresses = new Map<string, string | undefined>();

  /** @param paths by key */
  constructor(
    private readonly tree: SourceTree,
    private readonly pictures: Pictures,
    private readonly paths: ReadonlyMap<string, string>,
  ) {}

  /** The address of a stored image; undefined when it could not be taken, which is then in `skipped`. */
  async address(actor: Actor, key: string): Promise<string | undefined> {
    const name = `${actor.id} ${key}`;
    if (!this.addresses.has(name)) this.addresses.set(name, await this.store(actor, key));
    return this.addresses.get(name);
  }

  /** The bytes of an image for another use, such as a thumbnail. */
  async read(key: string): Promise<{ bytes: Buffer; name: string } | undefined> {
    const path = this.paths.get(key);
    return path === undefined ? undefined : { bytes: await this.tree.read(path), name: path.split('/').at(-1) ?? '' };
  }

  refuse(key: string, error: unknown): void {
    // A full disk or a database that is away is no fault of the image.
    const isOurs = !(error instanceof UnreadableEntry) && !(error instanceof DomainError && error.status < 500);
    if (isOurs) throw error;
    this.skipped.push({ path: this.paths.get(key) ?? key, reason: error.message });
  }

  private async store(actor: Actor, key: string): Promise<string | undefined> {
    try {
      const picture = await this.read(key);
      if (!picture) return undefined;
      const { url } = await this.pictures.storeImage(actor, picture);
      this.stored++;
      return url;
    } catch (error) {
      this.refuse(key, error);
      return undefined;
    }
  }
}
