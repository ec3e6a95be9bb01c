import { Injectable, type OnModuleInit } from '@nestjs/common';
import { defineChannel, PubSub } from '../../../../platform/pubsub/pubsub.js';

const importCanceled = defineChannel<{ userId: string }>('documents.import_canceled');

/** Cancels the running imports of users, on whichever instance they run. */
@Injectable()
export class ImportCancellation implements OnModuleInit {
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly pubsub: PubSub) {}

  onModuleInit(): void {
    this.pubsub.subscribe(importCanceled, ({ userId }) => this.running.get(userId)?.abort());
  }

  /** @param work gets the signal that is aborted when the user cancels */
  async run<T>(userId: string, work: (cancelSignal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.running.set(userId, controller);
    try {
      return await work(controller.signal);
    } finally {
      // The user may have started the next one meanwhile.
      if (this.running.get(userId) === controller) this.running.delete(userId);
    }
  }

  async cancel(userId: string): Promise<void> {
    await this.pubsub.publish(importCanceled, { userId });
  }
}
