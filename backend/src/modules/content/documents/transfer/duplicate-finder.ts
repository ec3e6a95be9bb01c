import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import type { Database } from '../../../../platform/database/database.js';
import { isOpenTo } from '../../audience/audience.js';
import { nameOfLink } from './text-links.js';
import { computeHash, type ImportedFilesService } from './imported-files.service.js';
import type { LinkSpan } from './markdown-syntax.js';
import { UnreadableEntry } from './source-tree.js';

/** A text to import. */
interface ComparableText {
  slug: string;
  /** hash of the content without link targets */
  bareHash: string;
  /** hash of the content with placeholders */
  hash: string;
  /** by name, for the link targets that an import changes */
  getPlaceholders: (links: readonly LinkSpan[]) => Promise<Map<string, string>>;
}

const MAX_CACHED_HASHES = 1000;

/** Finds documents that an earlier import created from the same text. One instance per import. */
export class DuplicateFinder {
  /** hash of each candidate's text without link targets, by id; null for a text that cannot be read */
  private readonly bareHashes = new Map<string, string | null>();
  /** ids of the documents that files of this import are duplicates of */
  private readonly found = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly files: ImportedFilesService,
    private readonly actor: Actor,
  ) {}

  /**
   * Candidates have this slug, or this slug and a number, and are visible to the user. One text is loaded at a time.
   * Each document is found once: an earlier import created one for each file with the same text.
   * @returns the slug of the duplicate
   */
  async find(text: ComparableText): Promise<string | undefined> {
    for (const { id, slug } of await this.candidates(text.slug)) {
      if (this.found.has(id) || !(await this.isSame(id, text))) continue;
      this.found.add(id);
      return slug;
    }
    return undefined;
  }

  /** How link targets compare depends on the file. Without them each candidate is read once per import. */
  private async isSame(id: string, { hash, bareHash, getPlaceholders }: ComparableText): Promise<boolean> {
    const known = this.bareHashes.get(id);
    if (known !== undefined && known !== bareHash) return false;
    const stored = await this.files.readStored(await this.content(id)).catch(ignoreUnreadable);
    if (known === undefined) {
      const own = stored ? computeHash(stored, () => '') : null;
      if (this.bareHashes.size >= MAX_CACHED_HASHES) this.bareHashes.clear();
      this.bareHashes.set(id, own);
      if (own !== bareHash) return false;
    }
    if (!stored) return false;
    const placeholders = await getPlaceholders(stored.outline.links);
    return computeHash(stored, (link) => placeholders.get(nameOfLink(link))) === hash;
  }

  private candidates(slug: string): Promise<{ id: string; slug: string }[]> {
    const slugs = [slug, ...Array.from({ length: 19 }, (_, n) => `${slug}-${n + 2}`)];
    return this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.slug'])
      .where('i.kind', '=', 'document')
      .where('i.slug', '=', sql<string>`any(${slugs}::text[])`)
      .where(isOpenTo(this.actor, 'i'))
      .orderBy(sql`length(i.slug)`)
      .orderBy('i.slug')
      .execute();
  }

  private async content(id: string): Promise<string> {
    const { db } = this.database;
    const row = await db.selectFrom('documents').select('content').where('item_id', '=', id).executeTakeFirst();
    return row?.content ?? '';
  }
}

function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableEntry)) throw error;
}
