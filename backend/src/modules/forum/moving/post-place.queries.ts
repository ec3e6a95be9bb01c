import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { isPostShown } from '../shared/forum-visibility.js';
import type { PostPlaceResponse } from './moving.dto.js';

const NUMBER = /^[1-9]\d{0,8}$/;

/** Finds posts by the numbers that they have or had in a thread. */
@Injectable()
export class PostPlaceQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** @throws 404 when the post is missing or not visible to the actor */
  async get(actor: Actor, threadId: string, number: string): Promise<PostPlaceResponse> {
    const found =
      isId(threadId) && NUMBER.test(number)
        ? await sql<PostPlaceResponse>`
            select p.id, p.thread_id, p.number
            from (
              select o.id from forum_posts o where o.thread_id = ${threadId} and o.number = ${number}::int
              union
              select m.post_id from forum_moved_posts m where m.thread_id = ${threadId} and m.number = ${number}::int
            ) found
            join forum_posts p on p.id = found.id
            join forum_threads t on t.id = p.thread_id
            where ${isPostShown(actor)}`.execute(this.database.db)
        : undefined;
    const place = found?.rows[0];
    if (!place) throw notFound('This post');
    return place;
  }
}
