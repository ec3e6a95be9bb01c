import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Visibility } from '../../src/modules/content/audience/audience.js';
import { SearchIndexer } from '../../src/modules/content/search/search-indexer.js';
import { createOrm } from '../../src/platform/database/orm.js';
import { type CheckResult, Reconciliation } from '../../src/platform/database/reconciliation.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestApp } from './test-app.js';

export interface OldSchemaItem {
  id: string;
  authorId: string;
  kind: 'document' | 'video';
  status: string;
  visibility: Visibility;
  hiddenAt: Date | null;
  publishedAt: Date | null;
  title?: string;
  tags?: string[];
}

/** A database with the schema of an earlier migration, for tests of upgrades. */
export class OldSchemaDatabase {
  private constructor(
    private readonly database: TestDatabase,
    readonly client: pg.Client,
  ) {}

  static async at(lastMigration: string): Promise<OldSchemaDatabase> {
    const database = await createTestDatabase('template0');
    const former = new OldSchemaDatabase(database, await connect(database));
    await former.migrate('up', lastMigration);
    return former;
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.database.drop();
  }

  /** @param to the migration whose schema results; the newest by default */
  async migrate(direction: 'up' | 'down', to?: string): Promise<void> {
    await this.withMigrator((migrator) => migrator[direction](to ? { to } : undefined));
  }

  /** Applies migrations one by one. @param work runs after each of them */
  async migrateEach(names: readonly string[], work: (name: string, place: number) => Promise<void>): Promise<void> {
    await this.withMigrator(async (migrator) => {
      for (const [place, name] of names.entries()) {
        await migrator.up({ to: name });
        await work(name, place);
      }
    });
  }

  private async withMigrator(work: (migrator: MikroORM['migrator']) => Promise<unknown>): Promise<void> {
    const orm = createOrm({ databaseUrl: this.database.url, poolSize: 2, migrationSources: true });
    // The snapshot belongs to the commands that write migrations.
    Object.assign(orm.config.get('migrations'), { snapshot: false });
    try {
      await work(orm.migrator);
    } finally {
      await orm.close(true);
    }
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(sql, values)).rows;
  }

  async addUser(id: string, name: string, handle: string): Promise<void> {
    await this.query(
      `insert into users (id, email, handle, name, role, bio, skills, preferences, signature, location, website,
         created_at, updated_at)
       values ($1, $2, $3, $4, 'CONTRIBUTOR', '', '{}', '{}', '', '', '', now(), now())`,
      [id, `${id}@example.org`, handle, name],
    );
    await this.query('insert into user_stats (user_id) values ($1)', [id]);
    await this.query(`update counters set n = n + 1 where name = 'auth.people'`);
  }

  async addItem({
    id,
    authorId,
    kind,
    status,
    visibility,
    hiddenAt,
    publishedAt,
    title = 'Title',
    tags = ['Shared'],
  }: OldSchemaItem): Promise<void> {
    await this.query(
      `insert into content_items (id, kind, slug, title, summary, author_id, difficulty, visibility, status, hidden_at,
         published_at, tags, meta_title, meta_description, version, view_count, like_count, helpful_count,
         bookmark_count, confused_count, created_at)
       values ($1::uuid, $2, $1::uuid::text, $3, '', $4, 'BEGINNER', $5, $6, $7,
         $8, $9, '', '', 1, 0, 0, 0, 0, 0, now())`,
      [id, kind, title, authorId, visibility, status, hiddenAt, publishedAt, tags],
    );
    if (kind === 'document') await this.query(`insert into documents (item_id, content) values ($1, 'Text')`, [id]);
    await this.query(
      `insert into search_entries (type, id, part, format, audience, author_id, at, url, title, summary, body, tsv,
         short_tsv, title_tsv, difficulty)
       select i.kind, i.id, p, 2, i.audience, i.author_id, now(), '/docs/' || i.slug, i.title, '', '', '',
         '', '', i.difficulty
       from content_items i, generate_series(0, 1) p where i.id = $1`,
      [id],
    );
  }

  /** The counters that the application of that version stored. */
  async countItems(): Promise<void> {
    await this.query(
      `insert into content_counts (category_id, kind, status, audience, n)
       select category_id, kind, status, audience, count(*) from content_items group by 1, 2, 3, 4`,
    );
    await this.query(
      `insert into content_tags (tag, audience, name, n)
       select lower(t.tag), i.audience, min(t.tag), count(*)
       from content_items i cross join lateral unnest(i.tags) t (tag) group by 1, 2`,
    );
  }

  /**
   * Differences that the reconcile command finds after the application has completed the search index.
   * @param fix whether to repair them
   */
  async findDifferences({ fix = false } = {}): Promise<CheckResult[]> {
    const hub = await createTestApp({}, { databaseUrl: this.database.url });
    try {
      await hub.get(SearchIndexer).indexMissing();
      return (await hub.get(Reconciliation).run({ fix })).filter((check) => check.differences > 0);
    } finally {
      await hub.close();
    }
  }
}

async function connect({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}
