import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { ContentFacade, type NewItem } from '../../content/index.js';
import { type ActiveThread, ForumFacade } from '../../forum/index.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';
import { type NotificationRow, OwnNotifications } from '../inbox/own-notifications.js';

const MAX_NOTIFICATIONS = 10;
const MAX_ITEMS = 5;
const MAX_THREADS = 5;

/** The content of a digest. */
export interface DigestContent {
  /** the latest unread one of each thread or item */
  notifications: NotificationResponse[];
  items: NewItem[];
  threads: ActiveThread[];
}

/** Reads what has happened since the last digest, by the rules of visibility of this moment. */
@Injectable()
export class DigestQueries {
  constructor(
    private readonly database: Database,
    private readonly own: OwnNotifications,
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
  ) {}

  async collect(actor: Actor, since: Date): Promise<DigestContent> {
    return {
      notifications: await this.listUnread(actor, since),
      items: await this.content.listNewItems(actor, since, MAX_ITEMS),
      threads: await this.forum.listActive(actor, since, MAX_THREADS),
    };
  }

  private async listUnread(actor: Actor, since: Date): Promise<NotificationResponse[]> {
    const { rows } = await sql<NotificationRow>`
      select ${this.own.columns(actor, 'n')}
      from (
        select distinct on (coalesce(n.group_key, n.id::text)) n.* from notifications n
        where ${this.own.isOwn(actor, 'n')} and n.read_at is null and n.created_at > ${since}
        order by coalesce(n.group_key, n.id::text), n.created_at desc, n.id desc
      ) n
      order by n.created_at desc, n.id desc limit ${sql.lit(MAX_NOTIFICATIONS)}`.execute(this.database.db);
    return rows.map((row) => this.own.toResponse(row));
  }
}
