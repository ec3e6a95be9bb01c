import { Injectable } from '@nestjs/common';
import { type News, Notifier } from './sending/notifier.js';

/** What other modules may ask of notifications. */
@Injectable()
export class NotificationsFacade {
  constructor(private readonly notifier: Notifier) {}

  /** Tells people something, once per person and key. Joins the caller's transaction. */
  async notify(news: News): Promise<void> {
    await this.notifier.notify(news);
  }
}
