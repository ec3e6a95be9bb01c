import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { Secrets } from '../../../platform/settings/secrets.js';
import { ViewBuffer } from './view-buffer.js';
import { type Viewer, viewerKey } from './viewer.js';

const FLUSH_EVERY_MS = 1000;
const KEPT_DAYS = 90;
/** The counter of all views of what there is. */
export const TOTAL_VIEWS = 'content.views';

/**
 * New rows count, rows that are there already do not. The items are locked in the order of their ids, as everybody else
 * does; those deleted meanwhile are left out.
 */
const store = `with fresh as (
    insert into view_days (item_id, viewer_key, day)
    select v.item_id, v.viewer_key, v.day from unnest($1::uuid[], $2::text[], $3::date[]) as v (item_id, viewer_key, day)
    where exists (select 1 from content_items i where i.id = v.item_id)
    order by v.item_id, v.viewer_key, v.day
    on conflict do nothing returning item_id
  ), counted as (select item_id, count(*)::int as n from fresh group by item_id),
  held as (select i.id, c.n from content_items i join counted c on c.item_id = i.id order by i.id for no key update of i),
  moved as (update content_items i set view_count = i.view_count + held.n from held where held.id = i.id returning held.n)
  insert into counters as t (name, n) select '${TOTAL_VIEWS}', sum(n) from moved having sum(n) > 0 on conflict (name) do update set n = t.n + excluded.n`;

/**
 * Counts who read what, once per person and day. A read only notes it in memory; every second one statement stores what
 * came together, so reading stays fast, and goes on while the database has trouble writing.
 */
@Injectable()
export class Views implements OnModuleInit, OnApplicationBootstrap {
  private readonly buffer = new ViewBuffer();
  private secret = '';
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    database.beforeClose(() => this.stop());
  }

  onModuleInit(): void {
    this.jobs.define('views.sweep', () => this.sweep(), { cron: '17 3 * * *' });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.secret = await this.secrets.get('views');
    // Started here and not by a read, whose transaction the timer would otherwise believe itself to be in.
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Notes that somebody reads an item; their own does not count. @returns the item with this view in its count */
  watched<T extends Viewed>(item: T, viewer: Viewer | undefined, now = new Date()): T {
    if (!viewer || viewer.personId === item.author_id) return item;
    const day = now.toISOString().slice(0, 10);
    const isNew = this.buffer.add({ itemId: item.id, viewerKey: viewerKey(viewer, this.secret, day), day });
    return isNew ? { ...item, view_count: item.view_count + 1 } : item;
  }

  /** What was read from the database, with the views that this instance has noted but not stored yet. */
  withPending<T extends { id: string; view_count: number }>(row: T): T {
    return { ...row, view_count: row.view_count + this.buffer.pending(row.id) };
  }

  /** Stores what is noted. A failure is tried again with the next flush. */
  async flush(): Promise<void> {
    this.flushing ??= this.storeNoted().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600_000).toISOString().slice(0, 10);
    await this.database.query('delete from view_days where day < $1::date', [before]);
  }

  private async storeNoted(): Promise<void> {
    const views = this.buffer.take();
    if (!views.length) return;
    try {
      await this.database.query(store, [
        views.map(({ itemId }) => itemId),
        views.map(({ viewerKey: key }) => key),
        views.map(({ day }) => day),
      ]);
      this.buffer.stored();
    } catch (error) {
      this.buffer.failed();
      this.logger.warn({ err: error, views: views.length }, 'views not stored yet');
    }
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    // A flush under way does not have what came after it.
    await this.flushing;
    await this.flush();
  }
}

interface Viewed {
  id: string;
  author_id: string;
  view_count: number;
}
