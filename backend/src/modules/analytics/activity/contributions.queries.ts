import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { decodeCursor, encodeCursor, type KeysetOrder } from '../../../platform/http/pagination/cursor.js';
import type { Page, PageQuery } from '../../../platform/http/pagination/pagination.js';
import { ContentFacade, type Contribution } from '../../content/index.js';
import { ForumFacade, type ForumContribution } from '../../forum/index.js';

/** Earlier contributions are listed by cursor only: a page with a number reads all later ones of both modules. */
export const MAX_CONTRIBUTIONS = 2000;

type ListedContribution = Contribution | (ForumContribution & Pick<Contribution, 'status' | 'visibility'>);
export type AnyContribution = Omit<ListedContribution, 'cursor'>;
type Found = ListedContribution & { isOfForum: boolean };

/** The cursor contains the cursors of both modules; empty where none of the module's contributions precede. */
const cursors: KeysetOrder = {
  name: 'contributions',
  direction: 'desc',
  columns: [
    { sql: sql.ref('content'), type: 'text' },
    { sql: sql.ref('forum'), type: 'text' },
  ],
};

/** What users have written, from all modules. */
@Injectable()
export class UserContributionsQueries {
  constructor(
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
  ) {}

  /** What the actor may see, the latest first. */
  async list(userId: string, actor: Actor, query: PageQuery): Promise<Page<AnyContribution>> {
    const { cursor, limit } = query;
    const offset = cursor === undefined ? query.offset : 0;
    const until = cursor === undefined ? Math.min(offset + limit, MAX_CONTRIBUTIONS) : limit;
    const [contentCursor, forumCursor] = cursor === undefined ? [] : toModuleCursors(cursor);
    const [content, forum] = await Promise.all([
      this.content.listContributions(userId, actor, { limit: until, cursor: contentCursor }),
      this.forum.listContributions(userId, actor, { limit: until, cursor: forumCursor }),
    ]);
    const found = mergeLatestFirst(
      content.rows.map((row) => ({ ...row, isOfForum: false })),
      forum.rows.map((row) => ({ ...row, status: null, visibility: null, isOfForum: true })),
    );
    const passed = found.slice(0, until);
    const rows = passed.slice(offset);
    const next = [
      passed.findLast(({ isOfForum }) => !isOfForum)?.cursor ?? contentCursor ?? '',
      passed.findLast(({ isOfForum }) => isOfForum)?.cursor ?? forumCursor ?? '',
    ];
    return {
      rows: rows.map(({ cursor: _cursor, isOfForum: _isOfForum, ...row }) => row),
      nextCursor: rows.length && found.length > until ? encodeCursor(cursors, next) : null,
      total: content.total + forum.total,
      capped: Boolean(content.capped) || Boolean(forum.capped),
    };
  }

  /** Titles and paths of those items, threads and posts that the actor may see. */
  async listCaptions(ids: string[], actor: Actor): Promise<Map<string, { title: string; path: string }>> {
    if (!ids.length) return new Map();
    const captions = await Promise.all([
      this.content.visibleCaptions(ids, actor),
      this.forum.visibleCaptions(ids, actor),
    ]);
    return new Map(captions.flatMap((found) => [...found]));
  }
}

function toModuleCursors(cursor: string): (string | undefined)[] {
  return decodeCursor(cursors, cursor).map((value) => (value === '' ? undefined : String(value)));
}

/** Keeps the order within both lists, which their cursors need. */
function mergeLatestFirst(a: readonly Found[], b: readonly Found[]): Found[] {
  const merged: Found[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [a[i], b[j]];
    const isLeft = left && (!right || left.created_at >= right.created_at);
    const latest = isLeft ? left : right;
    if (!latest) return merged;
    merged.push(latest);
    if (isLeft) i++;
    else j++;
  }
}
