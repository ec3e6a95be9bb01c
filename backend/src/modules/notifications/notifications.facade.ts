import { Injectable } from '@nestjs/common';
import { type NotificationInput, Notifier } from './sending/notifier.js';

/** Notifications, for other modules. */
@Injectable()
export class NotificationsFacade {
  constructor(private readonly notifier: Notifier) {}

  /** Notifies users, once per user and key. Joins the caller's transaction. */
  async notify(input: NotificationInput): Promise<void> {
    await this.notifier.notify(input);
  }
}
