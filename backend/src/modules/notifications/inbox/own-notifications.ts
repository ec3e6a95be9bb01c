import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { ownWordsExcerpt } from '../../content/index.js';
import type { NotificationResponse } from './notifications.dto.js';

/** The columns of {@link OwnNotifications.columns}; times of rows from JSON are texts. */
export interface NotificationRow {
  id: string;
  kind: string;
  title: string;
  message: string;
  url: string;
  created_at: Date | string;
  read_at: Date | string | null;
  actor: { id: string; name: string; avatar_url: string | null } | null;
  /** the beginning of the comment or post, as Markdown; null where there is none that the user may see */
  text: string | null;
}

/** The parts of statements about the notifications of one user, and their responses. */
@Injectable()
export class OwnNotifications {
  constructor(
    private readonly visibility: VisibilityRegistry,
    private readonly config: Config,
  ) {}

  /** Whether the notification of this alias belongs to the user, who may see its subject. */
  isOwn(actor: Actor, alias: string): RawBuilder<boolean> {
    const column = (name: string) => sql.ref<string>(`${alias}.${name}`);
    const subject = { type: column('subject_type'), id: column('subject_id') };
    return sql`(${column('user_id')} = ${actor.userId} and ${column('in_app')}
      and ${this.visibility.isVisible(subject, actor)})`;
  }

  /** What follows `select`, for the notification of this alias. */
  columns(actor: Actor, alias: string): RawBuilder<unknown> {
    const column = (name: string) => sql.ref<string>(`${alias}.${name}`);
    const source = {
      type: sql`coalesce(${column('source_type')}, ${column('subject_type')})`,
      id: sql<string>`coalesce(${column('source_id')}, ${column('subject_id')})`,
    };
    return sql`${column('id')}, ${column('kind')}, ${column('title')}, ${column('message')}, ${column('url')},
      ${column('created_at')}, ${column('read_at')}, ${this.visibility.selectText(source, actor)} as text,
      (select json_build_object('id', who.id, 'name', who.name, 'avatar_url', who.avatar_url)
       from people who where who.id = ${column('actor_id')}) as actor`;
  }

  toResponse({ actor, text, read_at, created_at, ...row }: NotificationRow): NotificationResponse {
    return {
      ...row,
      excerpt: text === null ? '' : ownWordsExcerpt(text),
      actor: actor && { ...actor, avatar_url: addApiPrefix(this.config.env.API_PREFIX, actor.avatar_url) },
      is_read: read_at !== null,
      read_at: read_at === null ? null : new Date(read_at).toISOString(),
      created_at: new Date(created_at).toISOString(),
    };
  }
}
