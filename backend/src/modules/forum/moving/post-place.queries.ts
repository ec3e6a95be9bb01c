import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { postVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';
import type { PostPlaceResponse } from './moving.dto.js';

const NUMBER = /^[1-9]\d{0,8}$/;

/** Finds posts by the numbers that they have or had in a thread. */
@Injectable()
export class PostPlaceQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** @throws 404 when the post is missing or not visible to the actor */
  async get(actor: Actor, threadId: string, number: string): Promise<PostPlaceResponse> {
    const place =
      isId(threadId) && NUMBER.test(number)
        ? await this.database.one<PostPlaceResponse>(
            `select p.id, p.thread_id, p.number
             from (
               select o.id from forum_posts o where o.thread_id = $3 and o.number = $4::int
               union
               select m.post_id from forum_moved_posts m where m.thread_id = $3 and m.number = $4::int
             ) found
             join forum_posts p on p.id = found.id
             join forum_threads t on t.id = p.thread_id
             where ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}`,
            [...visibilityParameters(actor), threadId, number],
          )
        : undefined;
    if (!place) throw notFound('This post');
    return place;
  }
}
