import { Injectable } from '@nestjs/common';
import { accessChanged } from '../../../platform/access/ports.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';

/** Tells open windows of a user, and the caches of all instances, that the user's role or account has changed. */
@Injectable()
export class AccessBroadcast {
  constructor(
    private readonly pubsub: PubSub,
    private readonly cache: QueryCache,
  ) {}

  /** Joins the caller's transaction. */
  async publish(userId: string): Promise<void> {
    await this.pubsub.publish(accessChanged, { userId });
    // Posts show the roles of their authors.
    this.cache.invalidate();
  }
}
