import { createHash } from 'node:crypto';
import type { Actor } from '../../../../platform/access/actor.js';
import type { Database } from '../../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../../items/audience.js';
import { linksIn } from './markdown-links.js';
import { TimeSlice } from './time-slice.js';

/** A text to import. */
export interface ComparableText {
  slug: string;
  findContent: string;
  /** hash of the content, with `replace` */
  hash: string;
  /** replaces the link targets that an import changes */
  replace: (target: string) => string | undefined;
}

const withoutTarget = () => '';
const MAX_CACHED_HASHES = 1000;

/** Finds documents that an earlier import created from the same text. One instance per import. */
export class DuplicateFinder {
  /** hash of each candidate's text without link targets, by id */
  private readonly hashes = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly actor: Actor,
  ) {}

  /**
   * Candidates have this slug, or this slug and a number, and are visible to the user. One text is loaded at a time.
   * @returns the slug of the duplicate
   */
  async find(text: ComparableText): Promise<string | undefined> {
    const findCandidates = await this.candidates(text.slug);
    if (!findCandidates.length) return undefined;
    const bareHash = await hashText(text.findContent, withoutTarget);
    for (const { id, slug } of findCandidates) if (await this.isSame(id, text, bareHash)) return slug;
    return undefined;
  }

  /** How link targets compare depends on the file. Without them each candidate is hashed once per import. */
  private async isSame(id: string, { hash, replace }: ComparableText, bareHash: string): Promise<boolean> {
    const known = this.hashes.get(id);
    if (known !== undefined && known !== bareHash) return false;
    const content = await this.content(id);
    if (known === undefined) {
      const own = await hashText(content, withoutTarget);
      if (this.hashes.size >= MAX_CACHED_HASHES) this.hashes.clear();
      this.hashes.set(id, own);
      if (own !== bareHash) return false;
    }
    return (await hashText(content, replace)) === hash;
  }

  private candidates(slug: string): Promise<{ id: string; slug: string }[]> {
    return this.database.query<{ id: string; slug: string }>(
      `select i.id, i.slug from content_items i
       where i.kind = 'document' and i.slug = any($3::text[]) and ${visibleTo('i', '$1', '$2')}
       order by length(i.slug), i.slug`,
      [audiencesOf(this.actor), this.actor.id, [slug, ...Array.from({ length: 19 }, (_, n) => `${slug}-${n + 2}`)]],
    );
  }

  private async content(id: string): Promise<string> {
    return (
      (await this.database.one<{ content: string }>('select content from documents where item_id = $1', [id]))
        ?.content ?? ''
    );
  }
}

/** Characters that are hashed at once. */
const CHUNK_LENGTH = 64 * 1024;

/** SHA-256 of a Markdown text with replaced link targets. Compares two long texts without loading both. */
export async function hashText(text: string, replace: (target: string) => string | undefined): Promise<string> {
  const hash = createHash('sha256');
  const slice = new TimeSlice();
  let [pending, done] = ['', 0];
  for (const { start, end, target } of linksIn(text)) {
    if (slice.isOver) await slice.next();
    const replacement = replace(target);
    if (replacement === undefined) continue;
    pending += text.slice(done, start) + replacement;
    done = end;
    if (pending.length < CHUNK_LENGTH) continue;
    hash.update(pending);
    pending = '';
  }
  return hash.update(pending).update(text.slice(done)).digest('base64url');
}
