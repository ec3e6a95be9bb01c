import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { documentEntry, type Indexed } from './document-entry.js';
import { PeopleSearch } from './people-search.js';
import { SearchFacade } from './search-facade.js';
import { FORMAT } from './search-rows.js';

const BATCH = 50;

type IndexedRow = Indexed & { content: string };

/** Of those that are being saved at this moment their own transaction takes care. */
const missing = `select i.id, i.slug, i.title, i.summary, i.tags, i.category_id as "categoryId", i.author_id as "authorId", i.difficulty, i.visibility, i.status, i.hidden_at as "hiddenAt",
    i.created_at as "createdAt", i.updated_at as "updatedAt", i.published_at as "publishedAt", i.like_count as "likeCount", i.helpful_count as "helpfulCount", i.bookmark_count as "bookmarkCount", d.content
  from content_items i join documents d on d.item_id = i.id
  where i.kind = 'document' and i.id > $1 and not exists (select 1 from search_entries e where e.type = 'document' and e.id = i.id and e.part = 0 and e.format = ${FORMAT})
  order by i.id limit ${BATCH} for no key update of i skip locked`;

/** As boostOf() has it. */
const boosts = `update search_entries e set boost = b.boost
  from (select i.kind, i.id, least(10, floor(log(2, 1 + i.like_count + 2 * i.helpful_count + i.bookmark_count)))::smallint as boost from content_items i) b
  where e.type = b.kind and e.id = b.id and e.part = 0 and e.boost <> b.boost`;

/**
 * Keeps the index whole: after an upgrade, documents and people that are not in it yet, or only in an older form, are put into it in
 * the background. And it learns now and then how helpful people find what.
 */
@Injectable()
export class SearchIndex implements OnModuleInit, OnApplicationBootstrap {
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly search: SearchFacade,
    private readonly jobs: Jobs,
    private readonly people: PeopleSearch,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    database.beforeClose(() => {
      this.stopping = true;
      return this.running ?? Promise.resolve();
    });
  }

  onModuleInit(): void {
    this.jobs.define('search.boosts', () => this.learnBoosts(), { cron: '*/10 * * * *' });
  }

  onApplicationBootstrap(): void {
    this.running = this.complete().catch((error: unknown) =>
      this.logger.error({ err: error }, 'the search index is not whole'),
    );
  }

  async learnBoosts(): Promise<void> {
    await this.database.query(boosts);
  }

  /** Puts into the index what is missing there. Several instances may do this at once. */
  async complete(): Promise<void> {
    const documents = await this.completeBy((after) => this.documentsAfter(after));
    const people = await this.completeBy((after) => this.people.completeAfter(after, BATCH));
    if (documents + people) this.logger.info({ documents, people }, 'the search index is whole again');
  }

  /** @param next puts a few into the index, in one transaction, and says which; none when it is done */
  private async completeBy(next: (after: string) => Promise<string[]>): Promise<number> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (let done = 0; ;) {
      const ids = this.stopping ? [] : await this.database.transaction(() => next(after));
      const last = ids.at(-1);
      if (last === undefined) return done;
      after = last;
      done += ids.length;
    }
  }

  private async documentsAfter(after: string): Promise<string[]> {
    const batch = await this.database.query<IndexedRow>(missing, [after]);
    for (const row of batch) await this.search.put(documentEntry(row, row.content));
    return batch.map(({ id }) => id);
  }
}
