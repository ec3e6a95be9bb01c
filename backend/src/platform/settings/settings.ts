import { randomBytes } from 'node:crypto';
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
  /** State of the hub itself rather than a choice of administrators; its changes are not audited. */
  readonly isInternal: boolean;
}

export const defineSetting = <T>(
  key: string,
  schema: z.ZodType<T>,
  fallback: T,
  { isInternal = false } = {},
): Setting<T> => ({ key, schema, fallback, isInternal });

/** How long other instances may use the previous value. */
const CACHE_MS = 2000;

@Injectable()
export class Settings {
  private cached: { values: Map<string, unknown>; until: number } | undefined;
  /** counts local changes, so that a read that began before one is not cached after it */
  private changes = 0;
  private readonly restrictions = new Map<string, (value: never) => Promise<void>>();
  private readonly followers = new Map<string, (value: never, actor: Actor | null) => Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The current value; the fallback when none is stored or the stored value is invalid. */
  async get<T>(setting: Setting<T>): Promise<T> {
    return valueIn(await this.all(), setting);
  }

  /** The values of several settings by their keys, from one read. */
  async getMany(settings: readonly Setting<unknown>[]): Promise<Record<string, unknown>> {
    const stored = await this.all();
    return Object.fromEntries(settings.map((setting) => [setting.key, valueIn(stored, setting)]));
  }

  /**
   * Adds a validation that needs the database.
   * @param check throws the error that the user sees
   */
  restrict<T>({ key }: Setting<T>, check: (value: T) => Promise<void>): void {
    if (this.restrictions.has(key)) throw new Error(`The setting ${key} is restricted twice.`);
    this.restrictions.set(key, check);
  }

  /**
   * Adds an effect of a change, in its transaction.
   * @param apply may throw, which undoes the change
   */
  follow<T>({ key }: Setting<T>, apply: (value: T, actor: Actor | null) => Promise<void>): void {
    if (this.followers.has(key)) throw new Error(`The setting ${key} is followed twice.`);
    this.followers.set(key, apply);
  }

  /** The validations against the database. @throws the error that the user sees */
  async check<T>({ key }: Setting<T>, value: T): Promise<void> {
    await this.restrictions.get(key)?.(value as never);
  }

  async set<T>(setting: Setting<T>, value: T, actor: Actor | null): Promise<void> {
    const valid = setting.schema.parse(value);
    await this.check(setting, valid);
    await this.database.transaction(async () => {
      const { db } = this.database;
      const { key } = setting;
      const before = await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirst();
      const change = { value: JSON.stringify(valid), updated_at: new Date() };
      await db
        .insertInto('settings')
        .values({ key, ...change })
        .onConflict((existing) => existing.column('key').doUpdateSet(change))
        .execute();
      await this.followers.get(key)?.(valid as never, actor);
      if (!setting.isInternal)
        await this.audit.record({
          actor,
          action: 'setting.changed',
          subject: { type: 'setting', id: key },
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
    // Uncommitted values must not be cached.
    if (this.database.isInTransaction) return this.stored();
    if (this.cached && this.cached.until >= Date.now()) return this.cached.values;
    const { changes } = this;
    const values = await this.stored();
    if (changes === this.changes) this.cached = { values, until: Date.now() + CACHE_MS };
    return values;
  }

  private async stored(): Promise<Map<string, unknown>> {
    const rows = await this.database.db.selectFrom('settings').select(['key', 'value']).execute();
    return new Map(rows.map((row) => [row.key, row.value]));
  }
}

function valueIn<T>(stored: ReadonlyMap<string, unknown>, { key, schema, fallback }: Setting<T>): T {
  const parsed = schema.safeParse(stored.get(key));
  return parsed.success ? parsed.data : fallback;
}

/** Also applied on reads, so values stored before this rule need no migration. */
const siteNameSchema = z.string().transform(singleLine).pipe(z.string().min(1).max(60));

/** The name of the hub in page titles and mails. */
export const siteName = defineSetting('site.name', siteNameSchema, 'Knowledge Hub');

const PREFIX = 'secret.';

/**
 * Random keys shared by all instances, created at first use and never changed. They are stored beside the settings, but
 * no screen shows them and no audit entry records them.
 */
@Injectable()
export class Secrets {
  constructor(private readonly database: Database) {}

  /** 256 bits in base64url, created by the first call on any instance. */
  async get(name: string): Promise<string> {
    const key = PREFIX + name;
    const { db } = this.database;
    const value = JSON.stringify(randomBytes(32).toString('base64url'));
    await db
      .insertInto('settings')
      .values({ key, value, updated_at: new Date() })
      .onConflict((existing) => existing.column('key').doNothing())
      .execute();
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (!row) throw new Error(`The secret ${name} has disappeared.`);
    return row.value as string;
  }
}
