import type { Actor } from '../../../platform/access/actor.js';
import type { Audit } from '../../../platform/audit/audit.js';
import type { Item } from '../items/item.js';

interface Move {
  actor: Actor | null;
  item: Pick<Item, 'id' | 'kind' | 'title'>;
  before: PlaceFacts;
  after: PlaceFacts;
  /** pages below it that changed their category with it */
  movedAlong: number;
}

interface PlaceFacts {
  category_id: string | null;
  parent_id: string | null;
}

/** Records in the audit log that a page has another place. The title, which is no change, names it after a deletion. */
export const recordMove = (audit: Audit, { actor, item, before, after, movedAlong }: Move): Promise<void> =>
  audit.record({
    actor,
    action: `${item.kind}.moved`,
    subject: { type: item.kind, id: item.id },
    before: { title: item.title, ...before },
    after: { title: item.title, ...after, moved_along: movedAlong },
  });
