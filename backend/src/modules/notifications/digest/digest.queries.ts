import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { ContentFacade, type NewItem } from '../../content/index.js';
import { type ActiveThread, ForumFacade } from '../../forum/index.js';
import { NotificationGroupsQueries } from '../inbox/notification-groups.queries.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';

const MAX_NOTIFICATIONS = 10;
const MAX_ITEMS = 5;
const MAX_THREADS = 5;

/** What a digest tells a user. */
export interface DigestContent {
  /** unread, the latest of each thread or item */
  notifications: NotificationResponse[];
  items: NewItem[];
  threads: ActiveThread[];
}

/** Reads what has happened since the last digest, by the rules of visibility of this moment. */
@Injectable()
export class DigestQueries {
  constructor(
    private readonly groups: NotificationGroupsQueries,
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
  ) {}

  async collect(actor: Actor, since: Date): Promise<DigestContent> {
    const { groups } = await this.groups.list(actor, { limit: MAX_NOTIFICATIONS });
    return {
      notifications: groups.filter(({ has_unread, created_at }) => has_unread && new Date(created_at) > since),
      items: await this.content.listNewItems(actor, since, MAX_ITEMS),
      threads: await this.forum.listActive(actor, since, MAX_THREADS),
    };
  }
}
