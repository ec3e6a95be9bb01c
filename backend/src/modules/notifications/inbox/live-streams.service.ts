import {
  Inject,
  Injectable,
  type MessageEvent,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { Observable, type Subscriber } from 'rxjs';
import type { Actor } from '../../../platform/access/actor.js';
import { accessChanged, sessionsEnded } from '../../../platform/access/ports.js';
import { DomainError, tooManyRequests } from '../../../platform/errors/domain-error.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { UsersFacade } from '../../auth/index.js';
import { InboxService, notificationsCreated, notificationsRead } from './inbox.service.js';
import type { AccessEventResponse, NotificationEventResponse } from './notifications.dto.js';

/** Shorter than the minute after which proxies close idle connections. */
const HEARTBEAT_MS = 25_000;
const MAX_PER_USER = 10;

/** Event streams of the users connected to this instance, fed by messages from all instances. */
@Injectable()
export class LiveStreamsService implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly streams = new OpenStreams();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;
  /** Runs serially, so that no older count overtakes a newer one. */
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly pubsub: PubSub,
    private readonly users: UsersFacade,
    private readonly inbox: InboxService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.pubsub.subscribe(notificationsCreated, ({ items }) => {
      for (const [userId, id] of items)
        if (this.streams.has(userId)) this.enqueue(() => this.sendNotification(userId, id));
    });
    this.pubsub.subscribe(notificationsRead, ({ userIds }) => {
      const connected = userIds.filter((userId) => this.streams.has(userId));
      if (connected.length) this.enqueue(() => this.sendUnread(connected));
    });
    this.pubsub.subscribe(accessChanged, (change) => {
      const userIds =
        'userId' in change ? [change.userId].filter((id) => this.streams.has(id)) : this.streams.userIds();
      if (userIds.length)
        this.enqueue(() => this.sendAccess(userIds, { isChange: true, ...('role' in change && change) }));
    });
    this.pubsub.subscribe(sessionsEnded, ({ ids }) => this.streams.endSessions(new Set(ids)));
    this.pubsub.onReconnected(() => this.enqueue(() => this.resynchronize()));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.enqueue(() => this.heartbeat()), HEARTBEAT_MS).unref();
  }

  /** Ends all streams before the server closes, which would wait for them. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    this.streams.endAll();
  }

  /** @throws 429 when the user has too many streams, 503 while this instance stops */
  open(actor: Actor): Observable<MessageEvent> {
    if (this.isStopping)
      throw new DomainError(503, 'stopping', (texts) => texts.notifications.stopping, { retry_after: 2 });
    if (this.streams.ofUser(actor.userId).length >= MAX_PER_USER)
      throw tooManyRequests((texts) => texts.notifications.tooManyWindows, 60);
    return new Observable((subscriber: Subscriber<MessageEvent>) => {
      const stream = { userId: actor.userId, sessionId: actor.sessionId, subscriber };
      this.streams.add(stream);
      // The session may have ended after the guard's check and before the subscription.
      this.enqueue(() => this.closeEndedSessions([stream]));
      this.enqueue(() => this.sendUnread([actor.userId]));
      this.enqueue(() => this.sendAccess([actor.userId], { isChange: false }));
      return () => this.streams.remove(stream);
    });
  }

  private async sendNotification(userId: string, id: string): Promise<void> {
    const [user] = await this.users.findRecipients([userId]);
    const event = user && (await this.inbox.findEvent(user.actor, id));
    if (event) this.send(user.actor, 'notification', event);
  }

  private async sendUnread(userIds: string[]): Promise<void> {
    for (const { actor } of await this.users.findRecipients(userIds)) {
      this.send(actor, 'unread', { unread_count: await this.inbox.countUnread(actor) });
    }
  }

  /** @param options.role sends to users of this role only */
  private async sendAccess(userIds: string[], { isChange, role }: { isChange: boolean; role?: string }): Promise<void> {
    for (const { actor } of await this.users.findRecipients(userIds)) {
      if (role !== undefined && actor.role !== role) continue;
      const data: AccessEventResponse = {
        role: actor.role ?? '',
        permissions: [...actor.permissions].sort(),
        is_change: isChange,
      };
      this.streams.send(actor.userId, { type: 'access', data });
    }
  }

  private send(actor: Actor, type: 'notification' | 'unread', event: Omit<NotificationEventResponse, 'role'>): void {
    this.streams.send(actor.userId, { type, data: { ...event, role: actor.role } });
  }

  private async heartbeat(): Promise<void> {
    this.streams.sendAll({ comment: 'ping' });
    await this.closeEndedSessions(this.streams.all());
  }

  /** Messages may have been missed while the connection was down. */
  private async resynchronize(): Promise<void> {
    await this.closeEndedSessions(this.streams.all());
    await this.sendUnread(this.streams.userIds());
    await this.sendAccess(this.streams.userIds(), { isChange: true });
  }

  private async closeEndedSessions(streams: readonly Stream[]): Promise<void> {
    const ids = streams.map(({ sessionId }) => sessionId).filter((id) => id !== null);
    if (!ids.length) return;
    const active = await this.users.findActiveSessions(ids);
    this.streams.endSessions(new Set(ids.filter((id) => !active.has(id))));
  }

  private enqueue(work: () => Promise<void>): void {
    this.queue = this.queue
      .then(work)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'live notifications were not sent'));
  }
}

/** An open event stream of a browser. */
export interface Stream {
  userId: string;
  /** null for actors without a session */
  sessionId: string | null;
  subscriber: Subscriber<MessageEvent>;
}

/** The open streams by user. */
class OpenStreams {
  private readonly byUser = new Map<string, Set<Stream>>();

  add(stream: Stream): void {
    const own = this.byUser.get(stream.userId) ?? new Set();
    this.byUser.set(stream.userId, own.add(stream));
  }

  remove(stream: Stream): void {
    const own = this.byUser.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) this.byUser.delete(stream.userId);
  }

  has(userId: string): boolean {
    return this.byUser.has(userId);
  }

  ofUser(userId: string): Stream[] {
    return [...(this.byUser.get(userId) ?? [])];
  }

  all(): Stream[] {
    return [...this.byUser.values()].flatMap((own) => [...own]);
  }

  userIds(): string[] {
    return [...this.byUser.keys()];
  }

  send(userId: string, event: MessageEvent): void {
    for (const { subscriber } of this.ofUser(userId)) subscriber.next(event);
  }

  sendAll(event: MessageEvent): void {
    for (const { subscriber } of this.all()) subscriber.next(event);
  }

  endSessions(ids: ReadonlySet<string>): void {
    for (const { sessionId, subscriber } of this.all())
      if (sessionId !== null && ids.has(sessionId)) subscriber.complete();
  }

  endAll(): void {
    for (const { subscriber } of this.all()) subscriber.complete();
  }
}
