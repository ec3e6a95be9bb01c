import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  type ContentKind,
  difficulties,
  isCounted,
  isVisibleTo,
  isVisibleToAuthorOnly,
  selectShownStatus,
  toReader,
  videoSourceTypes,
} from '../audience/audience.js';
import type { FilterValuesResponse } from './filter-values.dto.js';

/** Which values of the filters of a list match something that the actor may see. */
@Injectable()
export class FilterValuesQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** Statuses and categories come from counters, own hidden items from their index, the others from the first match. */
  async find(actor: Actor, kind: ContentKind): Promise<FilterValuesResponse> {
    const isKind = sql`i.kind = ${sql.lit(kind)}`;
    const listMatching = (values: readonly string[], column: RawBuilder<unknown>) => sql`array(
      select v.value from unnest(${values}::text[]) with ordinality v (value, n)
      where exists (
        select 1 from content_items i where ${isKind} and ${column} = v.value and ${isVisibleTo(actor, 'i')}
      )
      order by v.n
    )`;
    const { rows } = await sql<FilterValuesResponse>`
      with visible as materialized (
        select n.category_id, ${selectShownStatus('n')} as status from content_counts n
        where n.kind = ${sql.lit(kind)} and n.n > 0 and ${isCounted(toReader(actor), 'n')}
        union
        select i.category_id, ${selectShownStatus('i')} from content_items i
        where ${isKind} and ${isVisibleToAuthorOnly(actor, 'i')}
      )
      select array(select distinct status from visible) as statuses,
             array(select distinct category_id from visible where category_id is not null) as category_ids,
             ${listMatching(difficulties, sql`i.difficulty`)} as difficulties,
             ${kind === 'video' ? listMatching(videoSourceTypes, sql`i.details->>'source_type'`) : sql`'{}'::text[]`}
               as source_types`.execute(this.database.db);
    const [values] = rows;
    if (!values) throw new Error('A select without a table has one row.');
    return values;
  }
}
