import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import type { PendingItem } from '../../../platform/moderation/queue-registry.js';
import { audiencesOf } from './audience.js';
import type { ContentKind } from './enums.js';

/** Whether the actor would see the item i once it is published, and so can decide on it. */
export const seesPublished = (actor: Actor): RawBuilder<boolean> =>
  sql`(i.visibility = any(${audiencesOf(actor)}::text[]) or i.author_id = ${actor.id}::uuid)`;

/** The items of a kind in review, for a source of the moderation queue. */
export const selectInReview = (kind: ContentKind, actor: Actor): RawBuilder<PendingItem> => sql`
  select i.id, coalesce(i.submitted_at, i.updated_at, i.created_at) as created_at, null::uuid as author_id,
         null::uuid as revision_id, ${seesPublished(actor)} as can_decide
  from content_items i
  where i.kind = ${sql.lit(kind)} and i.audience = 'REVIEW'`;
