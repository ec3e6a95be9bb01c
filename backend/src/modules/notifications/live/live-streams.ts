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
import { sessionsEnded } from '../../../platform/access/sessions-ended.js';
import { DomainError, tooManyRequests } from '../../../platform/http/domain-error.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { Signals } from '../../../platform/signals/signals.js';
import { PeopleFacade } from '../../auth/index.js';
import { InboxQueries } from '../inbox/inbox.queries.js';
import type { NotificationEventResponse } from '../inbox/notifications.dto.js';
import { notificationsArrived, notificationsRead } from '../notifications.signals.js';
import { OpenStreams, type Stream } from './open-streams.js';

/** Shorter than the minute after which proxies close what is silent. */
const HEARTBEAT_MS = 25_000;
const MAX_PER_PERSON = 10;

/** The streams of the people who are connected to this instance. Signals tell it what happened on any instance. */
@Injectable()
export class LiveStreams implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly streams = new OpenStreams();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;
  /** One after the other, so that no older count overtakes a newer one. */
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly signals: Signals,
    private readonly people: PeopleFacade,
    private readonly inbox: InboxQueries,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.signals.on(notificationsArrived, ({ items }) => {
      for (const [userId, id] of items) if (this.streams.has(userId)) this.later(() => this.sendArrived(userId, id));
    });
    this.signals.on(
      notificationsRead,
      ({ userId }) => this.streams.has(userId) && this.later(() => this.sendUnread([userId])),
    );
    this.signals.on(sessionsEnded, ({ ids }) => this.streams.endSessions(new Set(ids)));
    this.signals.onReconnected(() => this.later(() => this.catchUp()));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.later(() => this.heartbeat()), HEARTBEAT_MS).unref();
  }

  /** Before the server closes: it would wait for open streams. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    this.streams.endAll();
  }

  /** @throws 429 when the person has too many, 503 while this instance stops */
  open(actor: Actor): Observable<MessageEvent> {
    if (this.isStopping)
      throw new DomainError(503, 'stopping', 'This instance is stopping. Please connect again.', { retry_after: 2 });
    if (this.streams.of(actor.userId).length >= MAX_PER_PERSON)
      throw tooManyRequests('Too many open windows ask for live notifications. Please close some.', 60);
    return new Observable((subscriber: Subscriber<MessageEvent>) => {
      const stream = { userId: actor.userId, sessionId: actor.sessionId, subscriber };
      this.streams.add(stream);
      // The session may have ended between the guard's look and this moment, without a signal for this stream.
      this.later(() => this.endDead([stream]));
      this.later(() => this.sendUnread([actor.userId]));
      return () => this.streams.remove(stream);
    });
  }

  private async sendArrived(userId: string, id: string): Promise<void> {
    const [person] = await this.people.recipients([userId]);
    const event = person && (await this.inbox.arrived(person.actor, id));
    if (event) this.send(person.actor, 'notification', event);
  }

  private async sendUnread(userIds: string[]): Promise<void> {
    for (const { actor } of await this.people.recipients(userIds)) {
      this.send(actor, 'unread', { unread_count: await this.inbox.unread(actor) });
    }
  }

  private send(actor: Actor, type: 'notification' | 'unread', event: Omit<NotificationEventResponse, 'role'>): void {
    this.streams.send(actor.userId, { type, data: { ...event, role: actor.role } });
  }

  private async heartbeat(): Promise<void> {
    this.streams.sendAll({ comment: 'ping' });
    await this.endDead(this.streams.all());
  }

  /** Whatever was signalled meanwhile. */
  private async catchUp(): Promise<void> {
    await this.endDead(this.streams.all());
    await this.sendUnread(this.streams.people());
  }

  private async endDead(streams: readonly Stream[]): Promise<void> {
    const ids = streams.map(({ sessionId }) => sessionId).filter((id) => id !== null);
    if (!ids.length) return;
    const living = await this.people.livingSessions(ids);
    this.streams.endSessions(new Set(ids.filter((id) => !living.has(id))));
  }

  private later(work: () => Promise<void>): void {
    this.work = this.work
      .then(work)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'live notifications were not sent'));
  }
}
