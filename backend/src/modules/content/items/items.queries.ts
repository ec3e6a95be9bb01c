import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { audiencesOf, visibleTo } from './audience.js';
import { type ContentKind, contentKinds, type ContentStatus, type Visibility } from './enums.js';
import { isSlug } from './slugs.js';

/** What commands and other reads need of an item that was requested by id or slug. */
export interface ItemKey<Status extends ContentStatus = ContentStatus> {
  id: string;
  author_id: string;
  status: Status;
  visibility: Visibility;
}

/** What texts and links about an item need. */
export interface ItemCaption {
  id: string;
  kind: ContentKind;
  title: string;
  slug: string;
  visibility: Visibility;
  authorId: string;
}

/** SQL for the id of the item with a slug, or of the item that had it before when no item has it now. */
const idBySlug = (kind: ContentKind, slug: string): string =>
  `coalesce((select s.id from content_items s where s.kind = '${kind}' and s.slug = ${slug}),
            (select r.item_id from slug_redirects r where r.kind = '${kind}' and r.slug = ${slug}))`;

/**
 * SQL condition over the alias i: the item of a kind with the id, slug or former slug $3. Each is found by its index.
 */
export const whereIdOrSlug = (kind: ContentKind, idOrSlug: string): string =>
  `i.kind = '${kind}' and i.id = ${isId(idOrSlug) ? '$3::uuid' : idBySlug(kind, '$3')}`;

/**
 * SQL for the relation `requested` with a row for each requested key and the id of its item, null without one.
 * @param keys parameter with ids, slugs and former slugs (text[])
 * @param ids parameter with those of them that are ids, and nulls in the places of the others (uuid[])
 */
export const resolveIdsOrSlugs = (kind: ContentKind, keys: string, ids: string): string =>
  `(select a.key, coalesce(a.id, ${idBySlug(kind, 'a.key')}) as id
    from unnest(${keys}::text[], ${ids}::uuid[]) as a (key, id)) requested`;

/** Whether the text can be an id or slug at all; other texts need no query. */
export const isIdOrSlug = (idOrSlug: string): boolean => isId(idOrSlug) || isSlug(idOrSlug);

@Injectable()
export class ItemsQueries {
  constructor(private readonly database: Database) {}

  /** @throws 404 when the item is missing or the actor may not see it */
  async getKey<Status extends ContentStatus>(
    kind: ContentKind,
    idOrSlug: string,
    actor: Actor,
  ): Promise<ItemKey<Status>> {
    if (!isIdOrSlug(idOrSlug)) throw notFound(itemLabel(kind));
    const found = await this.database.one<ItemKey<Status>>(
      `select i.id, i.author_id, i.status, i.visibility from content_items i
       where ${whereIdOrSlug(kind, idOrSlug)} and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, idOrSlug],
    );
    if (!found) throw notFound(itemLabel(kind));
    return found;
  }

  /** For code that acts for no user; the caller checks who may see the item. */
  async findCaption(id: string): Promise<ItemCaption | undefined> {
    return this.database.one<ItemCaption>(
      'select id, kind, title, slug, visibility, author_id as "authorId" from content_items where id = $1',
      [id],
    );
  }

  /** The item, or the edit of it, awaits review. A share lock until the transaction ends delays decisions. */
  async lockAwaitsReview(id: string, of: 'item' | 'edit'): Promise<boolean> {
    // Reads after the lock: a statement that waits for it would still see the edit that has been decided on meanwhile.
    await this.database.query('select 1 from content_items where id = $1 for share', [id]);
    const found = await this.database.one<{ item: boolean; edit: boolean }>(
      `select i.audience = 'REVIEW' as item,
              exists (select 1 from document_revisions r where r.item_id = i.id and r.state = 'pending') as edit
       from content_items i
       where i.id = $1`,
      [id],
    );
    return found?.[of] ?? false;
  }
}

/** The kind that a path parameter names. @throws 404 */
export function kindOf(text: string): ContentKind {
  const kind = contentKinds.find((each) => each === text);
  if (!kind) throw notFound();
  return kind;
}

/** The subject of error messages about an item. */
export const itemLabel = (kind: ContentKind): string => (kind === 'document' ? 'This document' : 'This video');

/** Path of an item in the frontend. */
export const itemPath = ({ kind, slug }: Pick<ItemCaption, 'kind' | 'slug'>): string =>
  `/${kind === 'document' ? 'docs' : 'videos'}/${slug}`;

/** SQL for {@link itemPath}, over an alias of content_items. */
export const itemPathSql = (item: string): string =>
  `case ${item}.kind when 'document' then '/docs/' else '/videos/' end || ${item}.slug`;

/** Path of a comment on the item at `path`. */
export const commentPath = (path: string, commentId: string): string => `${path}#comment-${commentId}`;
