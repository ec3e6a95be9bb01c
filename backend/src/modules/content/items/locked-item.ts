import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { audienceOf, maySee } from './audience.js';
import { ContentItem } from './content-item.entity.js';

/** A document under a row lock until the transaction ends; 404 when it is missing or not visible to this person. */
export async function lockedDocument(em: EntityManager, actor: Actor, id: string): Promise<ContentItem> {
  const item = await em.findOne(ContentItem, { id, kind: 'document' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!item || !maySee(actor, { authorId: item.authorId, audience: audienceOf(item) })) throw notFound('This document');
  return item;
}
