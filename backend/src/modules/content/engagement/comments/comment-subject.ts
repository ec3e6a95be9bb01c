import { pickPassage } from '@hub/shared/passages';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { invalid, notFound } from '../../../../platform/errors/domain-error.js';
import type { Schema } from '../../../../schema/index.js';
import { toCategoryActor } from '../../audience/audience.js';
import type { LockedReference } from '../../items/items.service.js';
import { isReviewKnown } from './comment-access.js';
import type { CreateCommentRequest } from './comments.dto.js';

type Subject = Pick<Insertable<Schema['comments']>, 'anchor' | 'anchor_version' | 'revision_id'>;

/**
 * What a new top-level comment is about besides its item: a passage, a text in review, or both.
 * @throws 404 when the actor knows no such text in review, 400 for passages of other things than documents
 */
export async function findCommentSubject(
  db: Kysely<Schema>,
  actor: Actor,
  { id, category }: Pick<LockedReference, 'id' | 'category'>,
  { content_type, anchor, revision_id }: Pick<CreateCommentRequest, 'content_type' | 'anchor' | 'revision_id'>,
): Promise<Subject> {
  if (!anchor && !revision_id) return {};
  if (content_type !== 'document')
    throw invalid([{ field: anchor ? 'anchor' : 'revision_id', message: (texts) => texts.content.noPassages }]);
  const stored = anchor && JSON.stringify(pickPassage(anchor));
  if (revision_id) {
    const isKnown = isReviewKnown(toCategoryActor(actor, category));
    const { rows } = await sql`
      select from document_revisions v where v.id = ${revision_id}::uuid and v.item_id = ${id}::uuid and ${isKnown}
    `.execute(db);
    if (!rows.length) throw notFound('version');
    return { revision_id, anchor: stored };
  }
  const { version } = await db
    .selectFrom('content_items')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { anchor: stored, anchor_version: version };
}
