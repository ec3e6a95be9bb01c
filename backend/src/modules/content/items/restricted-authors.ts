import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { createBatchLoader } from '../../../platform/database/prepared.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { audiencesOf } from '../audience/audience.js';
import { closedAudiences } from '../audience/enums.js';

/** What keeps items from some signed-in users: that they are INTERNAL, in any state, and each closed audience. */
const restrictions = ['INTERNAL', ...closedAudiences] as const;
type Restriction = (typeof restrictions)[number];

/**
 * Users who wrote items that their audiences alone would not show them. All other users can share reads per audience.
 */
@Injectable()
export class RestrictedAuthors {
  private readonly restrictionsByAuthor = createBatchLoader((ids) => this.findRestrictions(ids));

  constructor(private readonly database: DatabaseReader) {}

  async includes(actor: Actor): Promise<boolean> {
    const audiences = audiencesOf(actor);
    const unseen = restrictions.filter((restriction) => !audiences.includes(restriction));
    if (!actor.id || !unseen.length) return false;
    const own = await this.restrictionsByAuthor(actor.id);
    return unseen.some((restriction) => own?.has(restriction));
  }

  /**
   * Four index probes per author, however many items each has: the limit keeps the planner from joining all of them.
   */
  private async findRestrictions(authorIds: readonly string[]): Promise<Map<string, Set<Restriction>>> {
    const probe = (restriction: Restriction, condition: RawBuilder<boolean>) => sql`
       select a.author_id, ${sql.lit(restriction)} as restriction
       from unnest(${authorIds}::uuid[]) a (author_id)
       cross join lateral (
         select from content_items i where i.author_id = a.author_id and ${condition} limit 1
       ) found`;
    const probes = [
      probe('INTERNAL', sql`i.visibility = 'INTERNAL'`),
      ...closedAudiences.map((audience) => probe(audience, sql`i.audience = ${sql.lit(audience)} and ${isIndexed}`)),
    ];
    const { rows } = await sql<{ author_id: string; restriction: Restriction }>`${sql.join(
      probes,
      sql` union all `,
    )}`.execute(this.database.db);
    const byAuthor = Map.groupBy(rows, (row) => row.author_id);
    return new Map([...byAuthor].map(([id, found]) => [id, new Set(found.map(({ restriction }) => restriction))]));
  }
}

/** The condition of a partial index. */
const isIndexed = sql<boolean>`i.audience in ('INTERNAL', 'RESTRICTED', 'REVIEW', 'HIDDEN')`;
