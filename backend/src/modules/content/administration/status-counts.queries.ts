import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  isCounted,
  isVisibleToAuthorOnly,
  selectShownStatus,
  toReader,
  type ContentKind,
  type ContentStatus,
} from '../audience/audience.js';
import type { ContentCountsResponse, KindCountsResponse } from './administration.dto.js';

interface CountRow {
  kind: ContentKind;
  status: ContentStatus;
  count: number;
}

/** Counts items of each status from the counters. */
@Injectable()
export class StatusCountsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** The actor's own items are counted as rows only where the counters of their audiences lack them. */
  async get(actor: Actor): Promise<ContentCountsResponse> {
    const { rows } = await sql<CountRow>`
      select kind, shown_status as status, sum(n)::int as count
      from (
        select n.kind, n.status, n.audience, n.n from content_counts n where ${isCounted(toReader(actor), 'n')}
        union all
        select i.kind, i.status, i.audience, 1 from content_items i
        where ${isVisibleToAuthorOnly(actor, 'i')}
      ) counted
      cross join lateral (select ${selectShownStatus('counted')}) s (shown_status)
      group by kind, shown_status
      having sum(n) > 0
      order by kind, shown_status`.execute(this.database.db);
    return { documents: toCounts(rows, 'document'), videos: toCounts(rows, 'video') };
  }
}

function toCounts(rows: CountRow[], kind: ContentKind): KindCountsResponse {
  const statuses = rows.filter((row) => row.kind === kind).map(({ status, count }) => ({ status, count }));
  return { total: statuses.reduce((sum, { count }) => sum + count, 0), statuses };
}
