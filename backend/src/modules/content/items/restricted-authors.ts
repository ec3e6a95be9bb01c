import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { createBatchLoader } from '../../../platform/database/batch-loader.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { audiencesOf } from './audience.js';
import { type Audience, closedAudiences } from './enums.js';

/** Every signed-in user sees the others. */
const notForEveryone: readonly Audience[] = ['INTERNAL', ...closedAudiences];

/**
 * Users who wrote items that their audiences alone would not show them. All other users can share reads per audience.
 */
@Injectable()
export class RestrictedAuthors {
  private readonly audiencesByAuthor = createBatchLoader((ids) => this.findAudiences(ids));

  constructor(private readonly database: DatabaseReader) {}

  async includes(actor: Actor): Promise<boolean> {
    const audiences = audiencesOf(actor);
    const unseen = notForEveryone.filter((audience) => !audiences.includes(audience));
    if (!actor.id || !unseen.length) return false;
    const own = await this.audiencesByAuthor(actor.id);
    return unseen.some((audience) => own?.has(audience));
  }

  /**
   * Four index probes per author, however many items each has: the limit keeps the planner from joining all of them.
   */
  private async findAudiences(authorIds: readonly string[]): Promise<Map<string, Set<Audience>>> {
    const rows = await this.database.query<{ author_id: string; audience: Audience }>(
      `select a.author_id, o.audience
       from unnest($1::uuid[]) a (author_id) cross join unnest($2::text[]) o (audience)
       cross join lateral (
         select from content_items i
         where i.author_id = a.author_id and i.audience = o.audience and i.audience in (${inSql(notForEveryone)})
         limit 1
       ) found`,
      [authorIds, notForEveryone],
    );
    const byAuthor = Map.groupBy(rows, (row) => row.author_id);
    return new Map([...byAuthor].map(([id, found]) => [id, new Set(found.map(({ audience }) => audience))]));
  }
}

/** Literals, because the planner proves by them that a partial index serves. */
const inSql = (audiences: readonly Audience[]): string => audiences.map((audience) => `'${audience}'`).join(', ');
