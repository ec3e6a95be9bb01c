import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import type { Row } from '../../../../schema/index.js';
import type { StoredSnapshot } from '../../../../schema/json.js';
import { type Item, type ItemFields, itemFieldsOf } from '../../items/item.js';

export type { StoredSnapshot };
/** An edit that awaits review. */
export type PendingRevision = Pick<
  Row<'document_revisions'>,
  'id' | 'item_id' | 'author_id' | 'snapshot' | 'base_version'
>;
/** live: is or was the text of the document; pending: awaits review; rejected: was returned, with a review note. */
export const revisionStates = ['live', 'pending', 'rejected'] as const;
export type RevisionState = (typeof revisionStates)[number];

/** Every editable field of a document, as one version had it. */
export type DocumentSnapshot = ItemFields & { content: string };

export const completeSnapshot = ({ content, ...stored }: StoredSnapshot): DocumentSnapshot => ({
  ...itemFieldsOf({ thumbnail_placement: 'PAGE', ...stored }),
  content,
});

/** The current state of a document. */
export const snapshotOf = (item: Item, content: string): DocumentSnapshot => ({ ...itemFieldsOf(item), content });

/**
 * Whether the revision r is the actor's edit of a published document that was returned, and that they have neither
 * replaced nor dismissed. A document that was returned as a whole does not count: its text was live.
 */
export const isReturnedEditOf = ({ id }: Pick<Actor, 'id'>): RawBuilder<boolean> =>
  sql`(r.state = 'rejected' and r.base_version > 0 and r.author_id = ${id}::uuid and not exists (
     select 1 from document_revisions o
     where o.item_id = r.item_id
       and (o.id > r.id and o.author_id = r.author_id or o.state = 'live' and o.snapshot = r.snapshot)))`;
