import { type OnApplicationBootstrap, type OnModuleInit, Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { Secrets } from '../../../platform/settings/settings.js';
import { type ContentStatus, isPublishedStatus } from '../audience/audience.js';
import { getKey, type View, ViewBuffer } from './view-buffer.js';
import { getUserId, type Viewer, viewerKey } from './viewer.js';
import { LOGGER } from '../../../platform/logging/logger.js';

const FLUSH_EVERY_MS = 1000;
const RETENTION_DAYS = 90;

/** What is counted, and where. */
interface ViewTables {
  /** of the job that deletes old views */
  name: string;
  /** the viewed rows; has the columns id and view_count */
  viewed: string;
  /** SQL for the kind of a viewed row, over its alias i */
  kind: string;
  /** the views of each day; has the columns viewer_key and day, and `key` for the id of the viewed row */
  days: string;
  key: string;
  /** SQL for whether a row still exists for users, over its alias i */
  exists: string;
  /** name of a counter of all views */
  total?: string;
}

/** A view that was stored and is not a repetition. */
export interface StoredView {
  /** of the viewed row */
  id: string;
  kind: string;
  /** null for guests */
  userId: string | null;
  at: Date;
}

export type ViewListener = (views: readonly StoredView[]) => Promise<void>;

/**
 * Only new rows count, and are returned. Viewed rows are locked in the order of their ids, like everywhere, to avoid
 * deadlocks; deleted ones are left out.
 */
const storeViews = (tables: ViewTables, views: readonly View[]) => {
  const [viewed, days, key] = [sql.table(tables.viewed), sql.table(tables.days), sql.ref(tables.key)];
  const total = sql`, total as (
    insert into counters as t (name, n)
    select ${tables.total}, sum(n) from updated having sum(n) > 0
    on conflict (name) do update set n = t.n + excluded.n
  )`;
  return sql<{ id: string; viewer_key: string; day: string; kind: string }>`
    with fresh as (
      insert into ${days} (${key}, viewer_key, day)
      select v.id, v.viewer_key, v.day
      from unnest(
        ${views.map(({ itemId }) => itemId)}::uuid[],
        ${views.map((view) => view.viewerKey)}::text[],
        ${views.map(({ day }) => day)}::date[]
      ) as v (id, viewer_key, day)
      where exists (select 1 from ${viewed} i where i.id = v.id and ${sql.raw(tables.exists)})
      order by v.id, v.viewer_key, v.day
      on conflict do nothing returning ${key} as id, viewer_key, day
    ), counted as (select id, count(*)::int as n from fresh group by id),
    locked as (
      select i.id, ${sql.raw(tables.kind)} as kind, c.n
      from ${viewed} i join counted c on c.id = i.id and ${sql.raw(tables.exists)}
      order by i.id for no key update of i
    ),
    updated as (
      update ${viewed} i set view_count = i.view_count + locked.n
      from locked where locked.id = i.id
      returning locked.n
    )${tables.total === undefined ? sql`` : total}
    select f.id, f.viewer_key, f.day::text as day, l.kind from fresh f join locked l on l.id = f.id`;
};

/**
 * Counts views, once per viewer and day. Reads record views in memory; one transaction per second stores them, so that
 * reading stays fast and does not depend on writes.
 */
export abstract class ViewCounter implements OnModuleInit, OnApplicationBootstrap {
  private readonly buffer = new ViewBuffer();
  private secret = '';
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private isFailing = false;
  private readonly listeners: ViewListener[] = [];

  constructor(
    private readonly tables: ViewTables,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {
    database.beforeClose(() => this.stop());
  }

  onModuleInit(): void {
    this.jobs.define(`${this.tables.name}.sweep`, () => this.sweep(), { cron: '17 3 * * *' });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.secret = await this.secrets.get('views');
    // Not started by a read: the timer would inherit the async context of its transaction.
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Registers a listener for stored views, called within the transaction that stores them. Call it in onModuleInit. */
  addListener(listener: ViewListener): void {
    this.listeners.push(listener);
  }

  /**
   * Records a view, except by the author, and of templates and items that are not published, which reviewers open to
   * decide on them.
   * @returns whether it is the viewer's first one of the day
   */
  record(item: Omit<Viewed, 'view_count'>, viewer: Viewer | undefined, now = new Date()): boolean {
    if (!viewer || viewer.userId === item.author_id || !isPublished(item)) return false;
    const day = now.toISOString().slice(0, 10);
    return this.buffer.add({ itemId: item.id, viewerKey: viewerKey(viewer, this.secret, day), day, at: now.getTime() });
  }

  /** Records a view. @returns the viewed row with this view in its count */
  recordView<T extends Viewed>(item: T, viewer: Viewer | undefined, now = new Date()): T {
    return this.record(item, viewer, now) ? { ...item, view_count: item.view_count + 1 } : item;
  }

  /** Adds the views that this instance has recorded since the row was read, stored or not. */
  withPending<T extends CountedRow>(row: T): T {
    const storedSince = row.storedViews === undefined ? 0 : this.buffer.stored(row.id) - row.storedViews;
    return { ...row, view_count: row.view_count + storedSince + this.buffer.pending(row.id) };
  }

  /** For rows that are cached: {@link withPending} then also adds views that are stored while the row is cached. */
  forCache<T extends CountedRow>(row: T): T {
    return { ...row, storedViews: this.buffer.stored(row.id) };
  }

  /** Stores the recorded views; after a failure the next flush retries. */
  async flush(): Promise<void> {
    this.flushing ??= this.storeBuffered().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 3600_000).toISOString().slice(0, 10);
    await sql`delete from ${sql.table(this.tables.days)} where day < ${before}::date`.execute(this.database.db);
  }

  private async storeBuffered(): Promise<void> {
    const views = this.buffer.takeBatch();
    if (!views.length) return;
    try {
      await this.database.transaction(() => this.store(views));
      this.buffer.markStored();
      this.isFailing = false;
    } catch (error) {
      this.buffer.requeueBatch();
      // Once per outage: the next attempt is a second later, and a full disk can last for days.
      if (!this.isFailing) this.logger.warn({ err: error, views: views.length }, 'views not stored yet');
      this.isFailing = true;
    }
  }

  private async store(views: readonly View[]): Promise<void> {
    const { rows } = await storeViews(this.tables, views).execute(this.database.db);
    if (!rows.length || !this.listeners.length) return;
    const times = new Map(views.map((view) => [getKey(view), view.at]));
    const stored = rows.map(({ id, viewer_key, day, kind }) => ({
      id,
      kind,
      userId: getUserId(viewer_key),
      at: new Date(times.get(getKey({ itemId: id, viewerKey: viewer_key, day })) ?? Date.parse(day)),
    }));
    for (const listener of this.listeners) await listener(stored);
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    // A running flush lacks later views.
    await this.flushing;
    await this.flush();
  }
}

interface CountedRow {
  id: string;
  view_count: number;
  storedViews?: number;
}

export interface Viewed {
  id: string;
  author_id: string;
  view_count: number;
  /** of documents and videos */
  status?: ContentStatus;
  is_template?: boolean;
}

const isPublished = ({ status, is_template = false }: Pick<Viewed, 'status' | 'is_template'>): boolean =>
  status === undefined || (isPublishedStatus(status) && !is_template);

/** Counter of the views of all items. */
export const TOTAL_VIEWS = 'content.views';

/** Counts views of documents and videos. */
@Injectable()
export class ItemViewCounter extends ViewCounter {
  constructor(database: Database, secrets: Secrets, jobs: Jobs, @Inject(LOGGER) logger: Logger) {
    const tables = {
      name: 'views',
      viewed: 'content_items',
      kind: 'i.kind',
      days: 'view_days',
      key: 'item_id',
      exists: `i.deleted_at is null`,
      total: TOTAL_VIEWS,
    };
    super(tables, database, secrets, jobs, logger);
  }
}
