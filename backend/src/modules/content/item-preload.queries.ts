import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/access/actor.js';
import type { Preloaded } from '../../platform/web/pages.js';
import type { ContentKind } from './audience/audience.js';
import { ReactionsQueries } from './engagement/reactions/reactions.queries.js';
import { TreeQueries } from './tree/tree.queries.js';

/** What detail pages of items request in addition to the item itself. */
@Injectable()
export class ItemPreloadQueries {
  constructor(
    private readonly reactions: ReactionsQueries,
    private readonly tree: TreeQueries,
  ) {}

  async list(kind: ContentKind, { id, category }: { id: string; category: unknown }, actor: Actor) {
    const preloads: Preloaded[] = [];
    // The layout depends on whether the category has other pages.
    if (category)
      preloads.push({
        path: `/content/${kind}/${id}/neighbours`,
        body: await this.tree.findNeighbours(kind, id, actor),
      });
    // Detail pages of signed-in users show their own reactions.
    if (!actor.isGuest)
      preloads.push({ path: `/user/reactions/${kind}/${id}`, body: await this.reactions.listOwn(actor, kind, id) });
    return preloads;
  }
}
