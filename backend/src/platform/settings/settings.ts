import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Actor } from '../access/actor.js';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';

/** A site setting that admins can change at run time; each module declares its own. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
}

export const defineSetting = <T>(key: string, schema: z.ZodType<T>, fallback: T): Setting<T> => ({ key, schema, fallback });

/** How long another instance may still act on the former value. */
const CACHE_MS = 2000;

@Injectable()
export class Settings {
  private cached: { values: Map<string, unknown>; until: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The value now; the declared fallback when none is stored or the stored one no longer fits. */
  async get<T>({ key, schema, fallback }: Setting<T>): Promise<T> {
    const parsed = schema.safeParse((await this.all()).get(key));
    return parsed.success ? parsed.data : fallback;
  }

  async set<T>(setting: Setting<T>, value: T, actor: Actor | null): Promise<void> {
    const valid = setting.schema.parse(value);
    await this.database.transaction(async () => {
      const before = await this.database.one<{ value: unknown }>('select value from settings where key = $1 for update', [setting.key]);
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
    });
    this.cached = undefined;
  }

  private async all(): Promise<Map<string, unknown>> {
    if (!this.cached || this.cached.until < Date.now()) {
      const rows = await this.database.query<{ key: string; value: unknown }>('select key, value from settings');
      this.cached = { values: new Map(rows.map((row) => [row.key, row.value])), until: Date.now() + CACHE_MS };
    }
    return this.cached.values;
  }
}
