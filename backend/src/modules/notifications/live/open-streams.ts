import type { MessageEvent } from '@nestjs/common';
import type { Subscriber } from 'rxjs';

/** One browser that listens. */
export interface Stream {
  userId: string;
  /** null for those who came without a session, which then cannot end */
  sessionId: string | null;
  subscriber: Subscriber<MessageEvent>;
}

/** Streams by person. */
export class OpenStreams {
  private readonly byPerson = new Map<string, Set<Stream>>();

  add(stream: Stream): void {
    const own = this.byPerson.get(stream.userId) ?? new Set();
    this.byPerson.set(stream.userId, own.add(stream));
  }

  remove(stream: Stream): void {
    const own = this.byPerson.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) this.byPerson.delete(stream.userId);
  }

  has(userId: string): boolean {
    return this.byPerson.has(userId);
  }

  of(userId: string): Stream[] {
    return [...(this.byPerson.get(userId) ?? [])];
  }

  all(): Stream[] {
    return [...this.byPerson.values()].flatMap((own) => [...own]);
  }

  people(): string[] {
    return [...this.byPerson.keys()];
  }

  send(userId: string, event: MessageEvent): void {
    for (const { subscriber } of this.of(userId)) subscriber.next(event);
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
