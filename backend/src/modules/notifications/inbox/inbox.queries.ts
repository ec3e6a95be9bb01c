import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, sortValuesSql, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import { type Page, type PageQuery, pageSql, toPage } from '../../../platform/http/pagination/pagination.js';
import { type Bind, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { NotificationEventResponse, NotificationResponse } from './notifications.dto.js';

interface NotificationRow {
  id: string;
  kind: string;
  title: string;
  message: string;
  url: string;
  created_at: Date;
  read_at: Date | null;
}

const COUNT_CAP = 1000;
const newestFirst: KeysetOrder = {
  name: 'notifications',
  direction: 'desc',
  columns: [
    { sql: 'n.created_at', type: 'timestamptz' },
    { sql: 'n.id', type: 'uuid' },
  ],
};
const columns = 'n.id, n.kind, n.title, n.message, n.url, n.created_at, n.read_at';

/** Reads of a user's notifications. Those about subjects that the user may not see (any more) are left out. */
@Injectable()
export class InboxQueries {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The newest first; replies that are added to a notification make it newer. */
  async list(actor: Actor, query: PageQuery): Promise<Page<NotificationResponse> & { unread: number }> {
    const { where, bind, values } = this.ownRows(actor);
    const { isAfter, tail } = pageSql(newestFirst, query, bind);
    const found = await this.database.query<NotificationRow & SortedRow>(
      `select ${columns}, ${sortValuesSql(newestFirst)} from notifications n
       where ${where} and ${isAfter} ${tail}`,
      values,
    );
    const counted = await this.countAll(actor);
    const { rows, nextCursor } = toPage<NotificationRow>(newestFirst, found, query.limit);
    return {
      rows: rows.map(toNotification),
      nextCursor,
      total: Math.min(counted.total, COUNT_CAP),
      capped: counted.total > COUNT_CAP,
      unread: counted.unread,
    };
  }

  async countUnread(actor: Actor): Promise<number> {
    const { where, values } = this.ownRows(actor);
    return (
      (await this.database.one<{ n: number }>(`select ${cappedCount(`${where} and n.read_at is null`)} as n`, values))
        ?.n ?? 0
    );
  }

  /** One notification with the unread count, as the stream sends it; undefined when the user may not see it. */
  async findEvent(actor: Actor, id: string): Promise<Omit<NotificationEventResponse, 'role'> | undefined> {
    const { where, bind, values } = this.ownRows(actor);
    const row = await this.database.one<NotificationRow & { unread: number }>(
      `select ${columns}, ${cappedCount(`${where} and n.read_at is null`)} as unread
       from notifications n where n.id = ${bind(id)} and ${where}`,
      values,
    );
    return row && { unread_count: row.unread, notification: toNotification(row) };
  }

  /** SQL condition over the alias n: the user's own notifications that they may see. */
  ownRows(actor: Actor): { where: string; bind: Bind; values: unknown[] } {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const isVisible = this.visibility.visibleSql({ type: 'n.subject_type', id: 'n.subject_id' }, actor, bind);
    const where = `n.user_id = ${bind(actor.userId)} and n.in_app and ${isVisible}`;
    return { where, bind, values };
  }

  private async countAll(actor: Actor): Promise<{ total: number; unread: number }> {
    const { where, values } = this.ownRows(actor);
    const row = await this.database.one<{ total: number; unread: number }>(
      `select ${cappedCount(where, COUNT_CAP + 1)} as total,
              ${cappedCount(`${where} and n.read_at is null`)} as unread`,
      values,
    );
    return row ?? { total: 0, unread: 0 };
  }
}

const cappedCount = (where: string, max = COUNT_CAP): string =>
  `(select count(*)::int from (select 1 from notifications n where ${where} limit ${max}) c)`;

const toNotification = (row: NotificationRow): NotificationResponse => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  message: row.message,
  url: row.url,
  is_read: row.read_at !== null,
  read_at: row.read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
