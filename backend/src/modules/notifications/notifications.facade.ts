import { Injectable } from '@nestjs/common';
import { InboxService } from './inbox/inbox.service.js';
import type { NotificationInput } from './sending/notification-store.js';
import { NotificationSender } from './sending/notification-sender.js';

/** Notifications, for other modules. */
@Injectable()
export class NotificationsFacade {
  constructor(
    private readonly sender: NotificationSender,
    private readonly inbox: InboxService,
  ) {}

  /** Notifies users, once per user and key. Joins the caller's transaction. */
  async notify(input: NotificationInput): Promise<void> {
    await this.sender.notify(input);
  }

  /**
   * Notifications that ask their users for something that is done or no longer wanted: marks them as read, or deletes
   * those that are unread. Joins the caller's transaction.
   * @param group.before id of an event; notifications whose keys are ids of later events stay
   */
  async close(group: { kind: string; subjectId: string; before: string; isRead: boolean }): Promise<void> {
    await this.inbox.close(group);
  }
}
