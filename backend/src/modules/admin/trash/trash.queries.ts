import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, type PageRequest, toPage } from '../../../platform/http/pagination/pagination.js';
import { type TrashedRow, TrashRegistry } from '../../../platform/trash/trash-registry.js';
import type { TrashType } from './trash.dto.js';

export interface TrashRow extends TrashedRow {
  type: TrashType;
  deleted_by_name: string | null;
}

interface ExpiredSubject {
  type: string;
  id: string;
}

const lastFirst = (alias: string): KeysetOrder => ({
  name: 'trash',
  direction: 'desc',
  columns: [
    { sql: sql.ref(`${alias}.deleted_at`), type: 'timestamptz' },
    { sql: sql.ref(`${alias}.id`), type: 'uuid' },
  ],
});

/** Reads of the trash, from the statements that modules register for each type. */
@Injectable()
export class TrashQueries {
  constructor(
    private readonly database: Database,
    private readonly trash: TrashRegistry,
  ) {}

  /**
   * What the actor may restore, deleted last first.
   * @param all with what others deleted, of the types of which the actor may delete any subject
   */
  async list(
    actor: Actor,
    all: boolean,
    page: Omit<PageRequest, 'offset'>,
  ): Promise<{ rows: TrashRow[]; nextCursor: string | null }> {
    const types = this.trash.all.filter(([, { permission }]) => !all || actor.can(permission));
    const { isAfter, tail } = buildPage(lastFirst('s'), page);
    const isListed = all ? isAfter : sql`s.deleted_by = ${actor.id}::uuid and ${isAfter}`;
    const branches = types.map(([type, rule]) => this.selectBranch(type, rule.selectTrashed(actor), isListed, tail));
    const { rows: found } = await sql<TrashRow & SortedRow>`
      select h.type, h.id, h.title, h.deleted_at, p.id as deleted_by, p.name as deleted_by_name,
             ${selectSortValues(lastFirst('h'))} as sort_values
      from (${sql.join(branches, sql` union all `)}) h
      left join people p on p.id = h.deleted_by
      order by ${orderBy(lastFirst('h'))} limit ${page.limit + 1}`.execute(this.database.db);
    return toPage<TrashRow>(lastFirst('h'), found, page.limit);
  }

  /** What was deleted before a time, of each type the oldest first. */
  async listExpired(before: Date, limit: number): Promise<ExpiredSubject[]> {
    const branches = this.trash.all.map(([type, rule]) =>
      this.selectBranch(
        type,
        rule.selectTrashed(null),
        sql`s.deleted_at < ${before}`,
        sql`order by s.deleted_at, s.id limit ${limit}`,
      ),
    );
    const { rows } = await sql<ExpiredSubject>`
      select e.type, e.id from (${sql.join(branches, sql` union all `)}) e`.execute(this.database.db);
    return rows;
  }

  private selectBranch(
    type: string,
    trashed: RawBuilder<TrashedRow>,
    condition: RawBuilder<unknown>,
    tail: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    return sql`(
      select ${sql.lit(type)} as type, s.id, s.title, s.deleted_at, s.deleted_by
      from (${trashed}) s where ${condition} ${tail}
    )`;
  }
}
