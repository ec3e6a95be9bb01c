import type { Actor } from '../../../../platform/access/actor.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import type { Images } from '../../../../platform/images/images.js';
import type { SkippedEntry } from './archive-inspection.js';
import { type SourceTree, UnreadableEntry } from './source-tree.js';

/** Whether the file caused the error, unlike a full disk or an unavailable database. */
export const isInputError = (error: unknown): error is UnreadableEntry | DomainError =>
  error instanceof UnreadableEntry || (error instanceof DomainError && error.status < 500);

/** Stores images when a text first shows them, once per author. */
export class ImportImages {
  storedCount = 0;
  readonly skipped: SkippedEntry[] = [];
  private readonly urls = new Map<string, Promise<string | undefined>>();

  /** @param paths by key */
  constructor(
    private readonly tree: SourceTree,
    private readonly images: Images,
    private readonly paths: ReadonlyMap<string, string>,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * Stores the image unless it is stored already. Documents that are prepared at the same time share one promise.
   * @returns undefined when it is invalid; `skipped` then has the reason
   */
  getUrl(actor: Actor, key: string): Promise<string | undefined> {
    const cacheKey = `${actor.id} ${key}`;
    const known = this.urls.get(cacheKey);
    if (known) return known;
    const stored = this.store(actor, key);
    this.urls.set(cacheKey, stored);
    return stored;
  }

  /** The bytes of an image, for example for a thumbnail. */
  async read(key: string): Promise<{ bytes: Buffer; name: string } | undefined> {
    const path = this.paths.get(key);
    return path === undefined ? undefined : { bytes: await this.tree.read(path), name: path.split('/').at(-1) ?? '' };
  }

  /** Reports an image as skipped. @throws the error when the file did not cause it */
  skip(key: string, error: unknown): void {
    this.signal?.throwIfAborted();
    if (!isInputError(error)) throw error;
    this.skipped.push({ path: this.paths.get(key) ?? key, reason: error.message });
  }

  private async store(actor: Actor, key: string): Promise<string | undefined> {
    try {
      const image = await this.read(key);
      if (!image) return undefined;
      const { url } = await this.images.storeImage(actor, image, this.signal);
      this.storedCount++;
      return url;
    } catch (error) {
      this.skip(key, error);
      return undefined;
    }
  }
}
