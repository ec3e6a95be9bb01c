import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { ConnectionMonitor } from '../database/connection-monitor.js';
import { Database } from '../database/database.js';
import { keepAliveOptions, MonitoredClient } from '../database/monitored-client.js';
import { busy } from '../errors/domain-error.js';
import { LOGGER } from '../logging/logger.js';
import { defineChannel, PubSub } from '../pubsub/pubsub.js';
import { uploadContinued } from './tus-errors.js';

const GIVE_UP_AFTER_MS = 15_000;
const RETRY_MS = 100;
/** While another instance holds a lock it is asked to release it about once a second. */
const ASK_EVERY = 10;

/** Published when an instance waits for the lock of an upload, which the holder then releases. */
const uploadLockWanted = defineChannel<{ id: string }>('uploads.lock-wanted');

/**
 * Locks of uploads, so that one request at a time writes to an upload, on all instances. A request that waits makes the
 * holder end early: usually it is the same client, whose former connection is dead without the server knowing.
 *
 * All locks of an instance are advisory locks of one connection, since an upload may take hours. PostgreSQL releases
 * them when the instance dies.
 */
@Injectable()
export class UploadLocker implements Locker, OnModuleDestroy {
  private readonly held = new Map<string, RequestRelease>();
  private connection: Promise<MonitoredClient> | undefined;
  private statements: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly monitor: ConnectionMonitor,
    private readonly pubsub: PubSub,
    @Inject(LOGGER) private readonly logger: Logger,
    database: Database,
  ) {
    pubsub.subscribe(uploadLockWanted, ({ id }) => void this.held.get(id)?.());
    database.beforeClose(() => this.close());
  }

  /** Makes running uploads end, or they would delay the shutdown. Their clients resume them. */
  onModuleDestroy(): void {
    this.releaseAll();
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.lock(id, signal, requestRelease),
      unlock: () => this.unlock(id),
    };
  }

  /** Runs `work` unless a request uses the upload. */
  async ifFree(id: string, work: () => Promise<void>): Promise<void> {
    if (!(await this.tryLock(id, () => undefined))) return;
    try {
      await work();
    } finally {
      await this.unlock(id);
    }
  }

  private async lock(id: string, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const end = Date.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; Date.now() < end && !signal.aborted; attempt++) {
      if (await this.tryLock(id, requestRelease)) return;
      const holder = this.held.get(id);
      if (holder) await holder();
      else if (attempt % ASK_EVERY === 0) await this.pubsub.publish(uploadLockWanted, { id });
      await pause(RETRY_MS);
    }
    throw signal.aborted ? uploadContinued() : busy((texts) => texts.platform.uploadLocked, 5);
  }

  private async tryLock(id: string, requestRelease: RequestRelease): Promise<boolean> {
    // Locks of one connection do not exclude each other, so those of this instance are held here as well.
    if (this.held.has(id)) return false;
    this.held.set(id, requestRelease);
    let isLocked = false;
    try {
      const client = await this.connect();
      isLocked = await this.callLockFunction(client, 'pg_try_advisory_lock', id);
      return isLocked;
    } finally {
      if (!isLocked) this.held.delete(id);
    }
  }

  private async unlock(id: string): Promise<void> {
    this.held.delete(id);
    try {
      const client = await this.connection;
      if (client) await this.callLockFunction(client, 'pg_advisory_unlock', id);
    } catch {
      // The lock has ended with its connection.
    }
  }

  /** Statements of a connection run one after the other. */
  private async callLockFunction(client: MonitoredClient, lockFunction: string, id: string): Promise<boolean> {
    const response = this.statements.then(() =>
      client.query<{ done: boolean }>(`select ${lockFunction}(hashtextextended($1, 0)) as done`, [`uploads:${id}`]),
    );
    this.statements = response.catch(() => undefined);
    return (await response).rows[0]?.done === true;
  }

  private connect(): Promise<MonitoredClient> {
    this.connection ??= this.open().catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    });
    return this.connection;
  }

  private async open(): Promise<MonitoredClient> {
    const client = new MonitoredClient(
      {
        connectionString: this.config.databaseUrl,
        application_name: 'knowledge-hub upload locks',
        ...keepAliveOptions,
      },
      { monitor: this.monitor, silenceLimitMs: GIVE_UP_AFTER_MS },
    );
    client.once('end', () => this.handleDisconnect(client));
    await client.connect();
    return client;
  }

  /** Other instances may lock these uploads now, so the requests that write to them must end. */
  private handleDisconnect(client: MonitoredClient): void {
    void this.connection?.then((current) => {
      if (current !== client) return;
      this.connection = undefined;
      if (this.held.size > 0) this.logger.warn({ uploads: this.held.size }, 'locks of uploads lost with the database');
      this.releaseAll();
    });
  }

  private releaseAll(): void {
    for (const requestRelease of this.held.values()) void requestRelease();
  }

  private async close(): Promise<void> {
    const client = await this.connection?.catch(() => undefined);
    this.connection = undefined;
    await client?.end().catch(() => undefined);
  }
}
