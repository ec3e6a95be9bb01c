import type { Actor } from '../../../platform/access/actor.js';
import type { Bind } from '../../../platform/visibility/visibility-registry.js';
import { audiencesOf } from './audience.js';
import type { ContentKind } from './enums.js';

/** SQL, over the alias i: the actor would see the item once it is published, and so can decide on it. */
export const seesPublishedSql = (actor: Actor, bind: Bind): string =>
  `(i.visibility = any(${bind(audiencesOf(actor))}::text[]) or i.author_id = ${bind(actor.id)}::uuid)`;

/** SQL for a source of the moderation queue: the items of a kind in review. */
export const inReviewSql = (kind: ContentKind, actor: Actor, bind: Bind): string => `
  select i.id, coalesce(i.submitted_at, i.updated_at, i.created_at) as created_at, null::uuid as author_id,
         null::uuid as revision_id, ${seesPublishedSql(actor, bind)} as can_decide
  from content_items i
  where i.kind = '${kind}' and i.audience = 'REVIEW'`;
