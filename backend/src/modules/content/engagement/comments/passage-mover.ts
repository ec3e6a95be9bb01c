import { diffWordsWithSpace } from 'diff';
import {
  createPassage,
  findPassage,
  joinSections,
  moveRange,
  type Passage,
  type PassageText,
} from '@hub/shared/passages';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import { SearchTextParser } from '../../search/search-text-parser.js';

const JOB = 'comments.move_passages';
/** Longer comparisons would delay requests; the words of a passage are then looked for without one. */
const COMPARISON_MS = 100;

interface Anchored {
  id: string;
  anchor: Passage;
  anchor_version: number | null;
}

interface MovedPassage {
  id: string;
  from_version: number | null;
  anchor: Passage;
  is_outdated: boolean;
}

/** Keeps comments at their passages: after each save of a document they move along with its text. */
@Injectable()
export class PassageMover {
  constructor(
    private readonly database: Database,
    private readonly parser: SearchTextParser,
    private readonly cache: QueryCache,
    private readonly jobs: Jobs,
  ) {
    // Not in one transaction with its completion, because it waits for the parser; repeating it changes nothing.
    jobs.define<{ itemId: string }>(JOB, ({ itemId }) => this.move(itemId), { transactional: false });
  }

  /** To be called in the transaction that saves a text. */
  async requestMove(itemId: string): Promise<void> {
    const { db } = this.database;
    const anchored = await db
      .selectFrom('comments')
      .select('id')
      .where('item_id', '=', itemId)
      .where('anchor', 'is not', null)
      .limit(sql.lit(1))
      .executeTakeFirst();
    if (anchored) await this.jobs.sendMany(JOB, [{ itemId }], { unlessWaiting: true });
  }

  private async move(itemId: string): Promise<void> {
    const { db } = this.database;
    const live = await db
      .selectFrom('content_items as i')
      .innerJoin('documents as d', 'd.item_id', 'i.id')
      .select(['i.version', 'd.content'])
      .where('i.id', '=', itemId)
      .executeTakeFirst();
    if (!live) return;
    const comments = await db
      .selectFrom('comments')
      .select(['id', 'anchor', 'anchor_version'])
      .where('item_id', '=', itemId)
      .where('anchor', 'is not', null)
      .where('revision_id', 'is', null)
      .where('anchor_version', 'is distinct from', live.version)
      .$narrowType<{ anchor: Passage }>()
      .execute();
    if (!comments.length) return;
    const text = await this.readText(live.content, itemId);
    const moved: MovedPassage[] = [];
    for (const [version, among] of Map.groupBy(comments, ({ anchor_version }) => anchor_version)) {
      const former = version === null ? undefined : await this.findFormer(itemId, version);
      moved.push(...movePassages(among, former, text));
    }
    await this.store(moved, live.version);
  }

  /** Passages that another run has moved meanwhile stay. */
  private async store(moved: readonly MovedPassage[], version: number): Promise<void> {
    await sql`
      update comments c set anchor = m.anchor, is_outdated = m.is_outdated, anchor_version = ${version}::int
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
        as m (id uuid, from_version int, anchor jsonb, is_outdated boolean)
      where c.id = m.id and c.anchor_version is not distinct from m.from_version`.execute(this.database.db);
    this.cache.invalidate();
  }

  private async findFormer(itemId: string, version: number): Promise<PassageText | undefined> {
    const row = await this.database.db
      .selectFrom('document_revisions')
      .select(sql<string>`snapshot->>'content'`.as('content'))
      .where('item_id', '=', itemId)
      .where('version', '=', version)
      .executeTakeFirst();
    return row && this.readText(row.content, itemId);
  }

  private async readText(content: string, itemId: string): Promise<PassageText> {
    const parsed = await this.parser.parseInBackground(content, itemId);
    if (!parsed) throw new Error('The parser is busy.');
    return joinSections(parsed.text.pieces);
  }
}

/** @param former the text that the passages were found in; undefined when it is no longer known */
export function movePassages(
  comments: readonly Anchored[],
  former: PassageText | undefined,
  text: PassageText,
): MovedPassage[] {
  const changes =
    former && former.text !== text.text
      ? diffWordsWithSpace(former.text, text.text, { timeout: COMPARISON_MS })
      : undefined;
  return comments.map(({ id, anchor, anchor_version: from_version }) => {
    const before = former && findPassage(former, anchor);
    // Words that came back with a former version are found where they were lost.
    const after = (before && changes && moveRange(before, changes)) ?? findPassage(text, anchor);
    return after
      ? { id, from_version, anchor: createPassage(text, after), is_outdated: false }
      : { id, from_version, anchor, is_outdated: true };
  });
}
