import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import type { Page, PageQuery } from '../../../platform/http/paging.js';
import { type Bind, Subjects } from '../../../platform/subjects/subjects.js';
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
const columns = 'n.id, n.kind, n.title, n.message, n.url, n.created_at, n.read_at';

/** What a person finds at their bell. Notifications of what they may not see (any more) are not there. */
@Injectable()
export class InboxQueries {
  constructor(
    private readonly database: Database,
    private readonly subjects: Subjects,
  ) {}

  /** The newest first. */
  async list(actor: Actor, { limit, offset }: PageQuery): Promise<Page<NotificationResponse> & { unread: number }> {
    const { where, bind, values } = this.own(actor);
    const rows = await this.database.query<NotificationRow>(
      `select ${columns} from notifications n where ${where} order by n.id desc limit ${bind(limit)} offset ${bind(offset)}`,
      values,
    );
    const counted = await this.counts(actor);
    return {
      rows: rows.map(toNotification),
      total: Math.min(counted.total, COUNT_CAP),
      capped: counted.total > COUNT_CAP,
      unread: counted.unread,
    };
  }

  async unread(actor: Actor): Promise<number> {
    const { where, values } = this.own(actor);
    return (
      (await this.database.one<{ n: number }>(`select ${capped(`${where} and n.read_at is null`)} as n`, values))?.n ??
      0
    );
  }

  /** One of theirs with the count beside it, as the stream sends it; undefined when it is not there for them. */
  async arrived(actor: Actor, id: string): Promise<Omit<NotificationEventResponse, 'role'> | undefined> {
    const { where, bind, values } = this.own(actor);
    const row = await this.database.one<NotificationRow & { unread: number }>(
      `select ${columns}, ${capped(`${where} and n.read_at is null`)} as unread from notifications n where n.id = ${bind(id)} and ${where}`,
      values,
    );
    return row && { unread_count: row.unread, notification: toNotification(row) };
  }

  /** The rows of a person that are there for them, as SQL over the alias n. */
  own(actor: Actor): { where: string; bind: Bind; values: unknown[] } {
    const values: unknown[] = [];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const where = `n.user_id = ${bind(actor.userId)} and n.in_app and ${this.subjects.visible({ type: 'n.subject_type', id: 'n.subject_id' }, actor, bind)}`;
    return { where, bind, values };
  }

  private async counts(actor: Actor): Promise<{ total: number; unread: number }> {
    const { where, values } = this.own(actor);
    const row = await this.database.one<{ total: number; unread: number }>(
      `select ${capped(where, COUNT_CAP + 1)} as total, ${capped(`${where} and n.read_at is null`)} as unread`,
      values,
    );
    return row ?? { total: 0, unread: 0 };
  }
}

const capped = (where: string, most = COUNT_CAP): string =>
  `(select count(*)::int from (select 1 from notifications n where ${where} limit ${most}) c)`;

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
