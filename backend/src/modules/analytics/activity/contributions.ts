import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import type { Page, PageQuery } from '../../../platform/http/pagination/pagination.js';
import { ContentFacade, type Contribution } from '../../content/index.js';
import { ForumFacade, type ForumContribution } from '../../forum/index.js';

/** Earlier contributions are not listed: each page reads all later ones of both modules. */
export const MAX_CONTRIBUTIONS = 2000;

export type AnyContribution = Contribution | (ForumContribution & Pick<Contribution, 'status' | 'visibility'>);

/** What users have written, from all modules. */
@Injectable()
export class Contributions {
  constructor(
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
  ) {}

  /** What the actor may see, the latest first. */
  async list(userId: string, actor: Actor, { limit, offset }: PageQuery): Promise<Page<AnyContribution>> {
    const until = Math.min(offset + limit, MAX_CONTRIBUTIONS);
    const pages = await Promise.all([
      this.content.listContributions(userId, actor, { limit: until, offset: 0 }),
      this.forum.listContributions(userId, actor, until),
    ]);
    const total = pages.reduce((sum, page) => sum + page.total, 0);
    const rows: AnyContribution[] = [
      ...pages[0].rows,
      ...pages[1].rows.map((row) => ({ ...row, status: null, visibility: null })),
    ];
    return {
      rows: rows.toSorted(latestFirst).slice(offset, until),
      total,
      capped: pages.some(({ capped }) => capped),
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

const latestFirst = (a: AnyContribution, b: AnyContribution): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
