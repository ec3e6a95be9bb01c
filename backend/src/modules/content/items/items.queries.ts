import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/ids.js';
import { type ContentKind, contentKinds } from './enums.js';
import { isSlug } from './slugs.js';

/** What others need to speak of a document or video. */
export interface ItemCaption {
  id: string;
  kind: ContentKind;
  title: string;
  slug: string;
  authorId: string;
}

/** SQL for the id of the item that a slug or former slug means. A former one leads to the item that had it, unless another has it now. */
const idBySlug = (kind: ContentKind, slug: string): string =>
  `coalesce((select s.id from content_items s where s.kind = '${kind}' and s.slug = ${slug}), (select r.item_id from slug_redirects r where r.kind = '${kind}' and r.slug = ${slug}))`;

/** SQL for the one item of a kind that an id, a slug or a former slug means, over the alias i; $3 is what was asked for. All are looked up by their index, whatever comes. */
export const whereIdOrSlug = (kind: ContentKind, idOrSlug: string): string =>
  `i.kind = '${kind}' and i.id = ${isId(idOrSlug) ? '$3::uuid' : idBySlug(kind, '$3')}`;

/**
 * The same for many at once: a relation `asked` of what was asked for (key) and the item it means, if any (id).
 * @param keys parameter with ids, slugs and former slugs (text[])
 * @param ids parameter with those of them that are ids, and nulls in the places of the others (uuid[])
 */
export const resolveIdsOrSlugs = (kind: ContentKind, keys: string, ids: string): string =>
  `(select a.key, coalesce(a.id, ${idBySlug(kind, 'a.key')}) as id from unnest(${keys}::text[], ${ids}::uuid[]) as a (key, id)) asked`;

/** What can be an id or slug at all; the rest leads nowhere without asking the database. */
export const isIdOrSlug = (idOrSlug: string): boolean => isId(idOrSlug) || isSlug(idOrSlug);

@Injectable()
export class ItemsQueries {
  constructor(private readonly database: Database) {}

  /** For code that acts for nobody in particular; who may know of the item is judged elsewhere. */
  async caption(id: string): Promise<ItemCaption | undefined> {
    return this.database.one<ItemCaption>(
      'select id, kind, title, slug, author_id as "authorId" from content_items where id = $1',
      [id],
    );
  }
}

/** A kind as it stands in an address. @throws 404 */
export function kindOf(text: string): ContentKind {
  const kind = contentKinds.find((each) => each === text);
  if (!kind) throw notFound();
  return kind;
}

/** How an item is called in the sentence that it does not exist. */
export const callOf = (kind: ContentKind): string => (kind === 'document' ? 'This document' : 'This video');

/** Where a reader finds it in the frontend. */
export const itemPath = ({ kind, slug }: Pick<ItemCaption, 'kind' | 'slug'>): string =>
  `/${kind === 'document' ? 'docs' : 'videos'}/${slug}`;

/** The same for a comment on the item at this path. */
export const commentPath = (path: string, commentId: string): string => `${path}#comment-${commentId}`;
