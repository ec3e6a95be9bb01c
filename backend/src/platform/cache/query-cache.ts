import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logger.js';
import { defineChannel, PubSub } from '../pubsub/pubsub.js';

const MAX_ENTRIES = 500;
/** Changes within this time are one message to the other instances. */
const PUBLISH_AFTER_MS = 50;
/** Clears the caches of the other instances. */
const invalidated = defineChannel<{ sender: string }>('cache.invalidated');

/**
 * Shares the results of reads between users for up to two seconds (SHARED_READS_SECONDS). A command that changes what a
 * cached read shows calls {@link invalidate}; nothing else clears the cache before its entries expire. While this
 * instance cannot receive invalidations of the others, nothing is cached.
 */
@Injectable()
export class QueryCache {
  private readonly entries: LRUCache<string, Promise<unknown>>;
  private readonly listeners: (() => void)[] = [];
  private pending = new Map<string, Promise<unknown>>();
  private isPublishing = false;
  private readonly instanceId = randomUUID();
  readonly ttlMs: number;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly pubsub: PubSub,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.ttlMs = config.env.SHARED_READS_SECONDS * 1000;
    this.entries = new LRUCache({ max: MAX_ENTRIES, ttl: this.ttlMs });
    pubsub.subscribe(invalidated, ({ sender }) => {
      if (sender !== this.instanceId) this.clear();
    });
    pubsub.onReconnected(() => this.clear());
  }

  /** False while invalidations of other instances cannot be received. */
  get isEnabled(): boolean {
    return this.ttlMs > 0 && this.pubsub.isListening;
  }

  /** Registers a callback for every invalidation. It must not throw. */
  onInvalidate(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Clears the cache here and on the other instances, after the commit of the current transaction; without one at once,
   * so the write must come first. The message to the others is not part of the transaction, since commits with a NOTIFY
   * wait for each other; if it is lost, their entries expire.
   */
  invalidate(): void {
    this.database.afterCommit(() => {
      this.clear();
      if (this.isPublishing) return;
      this.isPublishing = true;
      setTimeout(() => void this.publish(), PUBLISH_AFTER_MS).unref();
    });
  }

  /** For frequent changes such as reaction counts, which other instances may show until their entries expire. */
  invalidateLocally(): void {
    this.database.afterCommit(() => this.clear());
  }

  /**
   * @param key everything that the result depends on
   * @param find must neither write nor run inside a transaction
   * @param isCacheable whether the result is worth its memory
   * @returns an object that other callers share, so it must not be modified
   */
  read<Found>(
    key: string,
    find: () => Promise<Found>,
    isCacheable: (found: Found) => boolean = () => true,
  ): Promise<Found> {
    if (!this.isEnabled) return this.coalesce(key, find);
    const cached = this.entries.get(key);
    if (cached) return cached as Promise<Found>;
    const found = find();
    this.entries.set(key, found);
    const evict = () => this.entries.peek(key) === found && this.entries.delete(key);
    // A failed read is not cached.
    found.then((value) => isCacheable(value) || evict(), evict);
    return found;
  }

  /** Without caching, the calls of one event-loop turn share a read that begins after all of them. */
  private coalesce<Found>(key: string, find: () => Promise<Found>): Promise<Found> {
    if (!this.pending.size) setImmediate(() => (this.pending = new Map()));
    let found = this.pending.get(key) as Promise<Found> | undefined;
    if (!found) this.pending.set(key, (found = new Promise<void>((now) => setImmediate(now)).then(find)));
    return found;
  }

  private async publish(): Promise<void> {
    this.isPublishing = false;
    try {
      await this.pubsub.publish(invalidated, { sender: this.instanceId });
    } catch (error) {
      this.logger.warn({ err: error }, 'caches of other instances are not cleared');
    }
  }

  private clear(): void {
    this.entries.clear();
    for (const listener of this.listeners) listener();
  }
}
