import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { selectBoost, SearchIndexService } from './search-index.service.js';
import { type SearchSource, SearchSourceRegistry, type UnindexedItems } from './search-source-registry.js';

const BATCH_SIZE = 50;
/** The query for unindexed items may read all of them. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** From the commit of a provisional entry until it is replaced; several of them are replaced together. */
const DELAY_MS = 1000;
/** Each run that postpones items doubles the delay, up to this. */
const MAX_DELAY_MS = 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Completes the index in the background: items without an entry, or with one of an older or provisional format, are
 * indexed at the start and after a save whose text the parser had no time for. A job updates the boosts.
 */
@Injectable()
export class SearchIndexer implements OnModuleInit, OnApplicationBootstrap {
  private running = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;
  private delayMs = DELAY_MS;

  constructor(
    private readonly database: Database,
    private readonly search: SearchIndexService,
    private readonly sources: SearchSourceRegistry,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    search.onProvisionalEntry(() => this.schedule());
    database.beforeClose(() => {
      this.isStopping = true;
      clearTimeout(this.timer);
      return this.running;
    });
  }

  onModuleInit(): void {
    this.jobs.define('search.boosts', () => this.updateBoosts(), { cron: '*/10 * * * *' });
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  async updateBoosts(): Promise<void> {
    const { db } = this.database;
    const sources = this.sources.all.flatMap(({ type, selectPoints }) =>
      selectPoints ? [{ type, selectPoints }] : [],
    );
    if (!sources.length) return;
    const points = sources.map(
      ({ type, selectPoints }) => sql`select ${sql.lit(type)} as type, p.id, p.points from (${selectPoints}) p`,
    );
    await sql`
      update search_entries e set boost = b.boost
      from (
        select p.type, p.id, ${selectBoost} as boost from (${sql.join(points, sql` union all `)}) p
      ) b
      where e.type = b.type and e.id = b.id and e.part = 0 and e.boost <> b.boost`.execute(db);
    for (const { type, selectPoints } of sources)
      await sql`
        update search_entries e set boost = 0
        where e.type = ${type} and e.part = 0 and e.boost > 0
          and not exists (select 1 from (${selectPoints}) p where p.id = e.id)`.execute(db);
  }

  /**
   * Indexes all items without a current entry, after an earlier call has ended. Several instances may do so at once.
   * @returns how many items are postponed, because the parser did not start
   */
  indexMissing(): Promise<number> {
    const indexed = this.running.then(() => this.indexAllSources());
    this.running = indexed.then(
      () => undefined,
      () => undefined,
    );
    return indexed;
  }

  private schedule(): void {
    if (this.isStopping || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.start();
    }, this.delayMs).unref();
  }

  private start(): void {
    this.indexMissing().then(
      (postponed) => this.retryIf(postponed > 0),
      (error: unknown) => {
        this.logger.error({ err: error }, 'search index incomplete');
        this.retryIf(true);
      },
    );
  }

  private retryIf(isIncomplete: boolean): void {
    this.delayMs = isIncomplete ? Math.min(2 * this.delayMs, MAX_DELAY_MS) : DELAY_MS;
    if (isIncomplete) this.schedule();
  }

  private async indexAllSources(): Promise<number> {
    const counts: Record<string, number> = {};
    let [done, left] = [0, 0];
    for (const source of this.sources.all) {
      const { indexed, postponed } = await withStatementTimeout(STATEMENT_TIMEOUT_MS, () => this.indexSource(source));
      counts[`${source.type}s`] = indexed;
      done += indexed;
      left += postponed;
    }
    if (left) this.logger.warn({ ...counts, left }, 'search index incomplete, indexing continues');
    else if (done && !this.isStopping) this.logger.info(counts, 'search index complete');
    return left;
  }

  private async indexSource(source: SearchSource): Promise<{ indexed: number; postponed: number }> {
    const total = { indexed: 0, postponed: 0 };
    let afterId: string | undefined = FIRST_ID;
    while (afterId && !this.isStopping) {
      const batch: UnindexedItems = await source.findUnindexed(afterId, BATCH_SIZE);
      if (batch.ids.length) await this.database.transaction(() => this.putEntries(batch));
      afterId = batch.ids.at(-1);
      total.indexed += batch.ids.length - batch.postponed;
      total.postponed += batch.postponed;
    }
    return total;
  }

  private async putEntries(items: UnindexedItems): Promise<void> {
    for (const entry of await items.lockEntries()) await this.search.put(entry);
  }
}
