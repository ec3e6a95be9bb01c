import type { Actor } from '../../../platform/access/actor.js';
import { conflict, invalid } from '../../../platform/errors/domain-error.js';
import type { Localized } from '../../../platform/language/texts.js';
import { MAX_PAGE_DEPTH } from '../items/item-trail.js';

/** Where an item moves to. */
export interface Place {
  categoryId: string;
  /** null: the root level */
  parentId: string | null;
  /** the sibling before it; null: the first place, undefined: the last one */
  afterId: string | null | undefined;
}

/** How many pages below one are deleted or archived with it by one request. */
export const MAX_INCLUDED = 500;

interface Move {
  itemId: string;
  place: Place;
  /** the parent and its ancestors, nearest first; empty at the root level */
  path: readonly { item_id: string; category_id: string }[];
  /** levels of the item and what is below it: 1 for an item without children */
  height: number;
}

/** Moving to another category creates there. */
export const canMoveTo = (actor: Actor, from: string | null, to: string): boolean =>
  from === to || actor.can('content.create');

/** @throws 400 for a parent that is missing in the category, a cycle, or a page that would be too deep */
export function requirePossible({ itemId, place, path, height }: Move): void {
  if (path.some(({ item_id }) => item_id === itemId)) throw invalidParent((texts) => texts.content.tree.cycle);
  if (place.parentId !== null && path[0]?.category_id !== place.categoryId)
    throw invalidParent((texts) => texts.content.tree.parentElsewhere);
  if (path.length + height > MAX_PAGE_DEPTH)
    throw invalidParent((texts) => texts.content.tree.tooDeep(MAX_PAGE_DEPTH), 'too_deep');
}

export const invalidParent = (message: Localized, code?: string) => invalid([{ field: 'parent_id', message }], code);

export const siblingMoved = () => conflict('sibling_moved', (texts) => texts.content.tree.siblingMoved);
