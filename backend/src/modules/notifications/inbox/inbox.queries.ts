import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  COUNT_CAP,
  countCapped,
  type Page,
  type PageQuery,
  toPage,
  toTotal,
} from '../../../platform/http/pagination/pagination.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { Row } from '../../../schema/index.js';
import type { NotificationEventResponse, NotificationResponse } from './notifications.dto.js';

const newestFirst: KeysetOrder = {
  name: 'notifications',
  direction: 'desc',
  columns: [
    { sql: sql.ref('n.created_at'), type: 'timestamptz' },
    { sql: sql.ref('n.id'), type: 'uuid' },
  ],
};
const columns = ['n.id', 'n.kind', 'n.title', 'n.message', 'n.url', 'n.created_at', 'n.read_at'] as const;

/** Reads of a user's notifications. Those about subjects that the user may not see (any more) are left out. */
@Injectable()
export class InboxQueries {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityRegistry,
  ) {}

  /** The newest first; replies that are added to a notification make it newer. */
  async list(actor: Actor, query: PageQuery): Promise<Page<NotificationResponse> & { unread: number }> {
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await this.database.db
      .selectFrom('notifications as n')
      .select([...columns, selectSortValues(newestFirst).as('sort_values')])
      .where(this.isOwn(actor))
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const { total, unread } = await this.database.db
      .selectNoFrom([
        countCapped(sql`from notifications n where ${this.isOwn(actor)}`).as('total'),
        this.countUnreadCapped(actor).as('unread'),
      ])
      .executeTakeFirstOrThrow();
    const { rows, nextCursor } = toPage<NotificationRow>(newestFirst, found, query.limit);
    return {
      rows: rows.map(toNotification),
      nextCursor,
      ...toTotal(total),
      unread,
    };
  }

  async countUnread(actor: Actor): Promise<number> {
    const { n } = await this.database.db.selectNoFrom(this.countUnreadCapped(actor).as('n')).executeTakeFirstOrThrow();
    return n;
  }

  /** One notification with the unread count, as the stream sends it; undefined when the user may not see it. */
  async findEvent(actor: Actor, id: string): Promise<Omit<NotificationEventResponse, 'role'> | undefined> {
    const row = await this.database.db
      .selectFrom('notifications as n')
      .select([...columns, this.countUnreadCapped(actor).as('unread')])
      .where('n.id', '=', id)
      .where(this.isOwn(actor))
      .executeTakeFirst();
    if (!row) return undefined;
    const { unread, ...notification } = row;
    return { unread_count: unread, notification: toNotification(notification) };
  }

  /** Over the alias n: the user's own notifications that they may see. */
  isOwn(actor: Actor): RawBuilder<boolean> {
    const subject = { type: sql.ref('n.subject_type'), id: sql.ref<string>('n.subject_id') };
    return sql`n.user_id = ${actor.userId} and n.in_app and ${this.visibility.isVisible(subject, actor)}`;
  }

  private countUnreadCapped(actor: Actor): RawBuilder<number> {
    return countCapped(sql`from notifications n where ${this.isOwn(actor)} and n.read_at is null`, COUNT_CAP);
  }
}

type NotificationRow = Pick<
  Row<'notifications'>,
  'id' | 'kind' | 'title' | 'message' | 'url' | 'created_at' | 'read_at'
>;

const toNotification = ({ read_at, created_at, ...row }: NotificationRow): NotificationResponse => ({
  ...row,
  is_read: read_at !== null,
  read_at: read_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
