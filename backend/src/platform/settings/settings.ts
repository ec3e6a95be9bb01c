import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../access/actor.js';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';
import { singleLine } from '../http/validation/text.js';

/** A site setting that admins can change at run time; each module declares its own. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
}

export const defineSetting = <T>(key: string, schema: z.ZodType<T>, fallback: T): Setting<T> => ({
  key,
  schema,
  fallback,
});

/** How long another instance may still act on the former value. */
const CACHE_MS = 2000;

@Injectable()
export class Settings {
  private cached: { values: Map<string, unknown>; until: number } | undefined;
  /** counts the changes made here, so that a read that began before one is not kept after it */
  private changes = 0;
  private readonly restrictions = new Map<string, (value: never) => Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The value now; the declared fallback when none is stored or the stored one no longer fits. */
  async get<T>({ key, schema, fallback }: Setting<T>): Promise<T> {
    const parsed = schema.safeParse((await this.all()).get(key));
    return parsed.success ? parsed.data : fallback;
  }

  /** What a value must hold against besides its schema, where that takes a look into the database. @param check throws what the person is told */
  restrict<T>({ key }: Setting<T>, check: (value: T) => Promise<void>): void {
    if (this.restrictions.has(key)) throw new Error(`The setting ${key} is restricted twice.`);
    this.restrictions.set(key, check);
  }

  async set<T>(setting: Setting<T>, value: T, actor: Actor | null): Promise<void> {
    const valid = setting.schema.parse(value);
    await this.restrictions.get(setting.key)?.(valid as never);
    await this.database.transaction(async () => {
      const before = await this.database.one<{ value: unknown }>(
        'select value from settings where key = $1 for update',
        [setting.key],
      );
      await this.database.query(
        'insert into settings (key, value, updated_at) values ($1, $2, $3) on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at',
        [setting.key, JSON.stringify(valid), new Date()],
      );
      await this.audit.record({
        actor,
        action: 'setting.changed',
        subject: { type: 'setting', id: setting.key },
        before: { value: before?.value ?? setting.fallback },
        after: { value: valid },
      });
      this.database.afterCommit(() => {
        this.cached = undefined;
        this.changes++;
      });
    });
  }

  private async all(): Promise<Map<string, unknown>> {
    // A transaction sees what it has written itself, which may never come to be for anybody else.
    if (this.database.transactionExecutor) return this.stored();
    if (this.cached && this.cached.until >= Date.now()) return this.cached.values;
    const { changes } = this;
    const values = await this.stored();
    if (changes === this.changes) this.cached = { values, until: Date.now() + CACHE_MS };
    return values;
  }

  private async stored(): Promise<Map<string, unknown>> {
    const rows = await this.database.query<{ key: string; value: unknown }>('select key, value from settings');
    return new Map(rows.map((row) => [row.key, row.value]));
  }
}

/** Reading applies the rule too, so names stored before it need no migration. */
const name = z.string().transform(singleLine).pipe(z.string().min(1).max(60));

/** What the hub is called, in page titles and mails. */
export const siteName = defineSetting('site.name', name, 'Knowledge Hub');
