import type { MessageEvent } from '@nestjs/common';
import type { Subscriber } from 'rxjs';

/** An open event stream of a browser. */
export interface Stream {
  userId: string;
  /** null for actors without a session */
  sessionId: string | null;
  subscriber: Subscriber<MessageEvent>;
}

/** The open streams by user. */
export class OpenStreams {
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
