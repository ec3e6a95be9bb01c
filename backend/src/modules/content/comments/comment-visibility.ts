import { visibleTo } from '../items/audience.js';

interface Parameters {
  audiences: string;
  me: string;
  moderates: string;
}

/** Which comments of an item that a person sees they see too: not the deleted ones, of the hidden ones their own, all for those who moderate. */
export const isShownTo = (comment: string, { me, moderates }: Omit<Parameters, 'audiences'>): string =>
  `(${comment}.deleted_at is null and (${comment}.hidden_at is null or ${comment}.author_id = ${me}::uuid or ${moderates}::boolean))`;

/** Who may see a comment, as SQL over the aliases of comments and content_items; the rest are names of parameters. */
export const commentVisibleTo = (comment: string, item: string, parameters: Parameters): string =>
  `(${isShownTo(comment, parameters)} and ${visibleTo(item, parameters.audiences, parameters.me)})`;
