import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, type PageRequest, toPage } from '../../../platform/http/pagination/pagination.js';
import type { NotificationGroupsResponse } from './notifications.dto.js';
import { type NotificationRow, OwnNotifications } from './own-notifications.js';

/** Earlier notifications that a group lists. */
const MAX_EARLIER = 10;

interface GroupRow extends NotificationRow {
  has_unread: boolean;
  earlier: NotificationRow[] | null;
}

const byLatest: KeysetOrder = {
  name: 'notification groups',
  direction: 'desc',
  columns: [
    { sql: sql.ref('n.created_at'), type: 'timestamptz' },
    { sql: sql.ref('n.id'), type: 'uuid' },
  ],
};

/** The notifications of a user by the thread or item that they are about. */
@Injectable()
export class NotificationGroupsQueries {
  constructor(
    private readonly database: Database,
    private readonly own: OwnNotifications,
  ) {}

  /** One statement. Each group has the place of its latest notification that the user may see. */
  async list(actor: Actor, page: Omit<PageRequest, 'page' | 'offset'>): Promise<NotificationGroupsResponse> {
    const { isAfter, tail } = buildPage(byLatest, page);
    // Not m, which rules of visibility use.
    const isOfGroup = sql`o.group_key = n.group_key and ${this.own.isOwn(actor, 'o')}`;
    const isEarlier = sql`${isOfGroup} and (o.created_at, o.id) < (n.created_at, n.id)`;
    const { rows: found } = await sql<GroupRow & SortedRow>`
      select ${this.own.columns(actor, 'n')}, ${selectSortValues(byLatest)} as sort_values,
             n.read_at is null
               or exists (select 1 from notifications o where o.read_at is null and ${isEarlier}) as has_unread,
             (select json_agg(e order by e.created_at desc, e.id desc)
              from (
                select ${this.own.columns(actor, 'o')} from notifications o where ${isEarlier}
                order by o.created_at desc, o.id desc limit ${sql.lit(MAX_EARLIER)}
              ) e) as earlier
      from (
        select * from notifications n
        where ${this.own.isOwn(actor, 'n')} and ${isAfter}
          and not exists (
            select 1 from notifications o
            where ${isOfGroup} and (o.created_at, o.id) > (n.created_at, n.id)
          )
        ${tail}
      ) n
      order by ${orderBy(byLatest)}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<GroupRow>(byLatest, found, page.limit);
    return {
      groups: rows.map(({ has_unread, earlier, ...latest }) => ({
        ...this.own.toResponse(latest),
        has_unread,
        earlier: (earlier ?? []).map((row) => this.own.toResponse(row)),
      })),
      next_cursor: nextCursor,
    };
  }
}
