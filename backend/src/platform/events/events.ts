import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';

/**
 * A kind of domain event; `Data` is what listeners get, plain JSON. Modules declare theirs with {@link defineEvent}.
 */
export interface EventType<Data extends object> {
  readonly name: string;
  readonly _data?: Data;
}

/** What the listeners of an event get. */
export type EventData<Type> = Type extends EventType<infer Data> ? Data : never;

/** Metadata that the outbox adds to an event. */
export interface EventMeta {
  /** the same for all listeners and attempts */
  id: string;
  /** when it happened, only of events that are dated back: what listeners record has that time */
  at: Date | null;
}

interface Envelope<Data> {
  event: {
    id: string;
    /** ISO time, only of events that are dated back */
    at?: string;
  };
  data: Data;
}

export const defineEvent = <Data extends object>(name: string): EventType<Data> => ({ name });

/** Events that a listener handles in one transaction while many are waiting. */
const BATCH_SIZE = 20;

/**
 * Domain events by transactional outbox: publishing writes one job per listener in the transaction of the command, so
 * an event exists exactly when the change is committed. Each listener runs later in a transaction of its own, with
 * waiting events of the same kind; a listener that throws is retried and does not delay the others.
 */
@Injectable()
export class Events {
  private readonly listeners = new Map<string, string[]>();

  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  /** @param listener a name that must not change between releases: pending jobs refer to it */
  on<Data extends object>(
    event: EventType<Data>,
    listener: string,
    react: (data: Data, meta: EventMeta) => Promise<void>,
  ): void {
    const job = `${event.name}.${listener}`;
    this.jobs.define<Data | Envelope<Data>>(
      job,
      (stored) => {
        const {
          event: { id, at },
          data,
        } = unwrap(stored);
        return react(data, { id, at: at === undefined ? null : new Date(at) });
      },
      { batchSize: BATCH_SIZE },
    );
    this.listeners.set(event.name, [...(this.listeners.get(event.name) ?? []), job]);
  }

  /** @param at dates the event back, for content with a past */
  async publish<Data extends object>(event: EventType<Data>, data: Data, at?: Date | null): Promise<void> {
    if (!this.database.isInTransaction) throw new Error(`The event ${event.name} was published outside a transaction.`);
    const envelope: Envelope<Data> = {
      // Ids order events by time.
      event: at ? { id: uuidv7({ msecs: at.getTime() }), at: at.toISOString() } : { id: uuidv7() },
      data,
    };
    for (const job of this.listeners.get(event.name) ?? []) await this.jobs.send(job, envelope);
  }
}

/** Jobs of an earlier release contain the data without an envelope. */
function unwrap<Data extends object>(stored: Data | Envelope<Data>): Envelope<Data> {
  const { event, data } = stored as Partial<Envelope<Data>>;
  return event && data ? { event, data } : { event: { id: uuidv7() }, data: stored as Data };
}
