import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../access/actor.js';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';
import { isPostgresText, singleLine } from '../http/validation/text.js';
import { QueryCache } from '../cache/query-cache.js';
import { DomainError, type FieldError, invalid } from '../errors/domain-error.js';

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

/** The groups of settings, in the order of the screen. */
export const settingsSections = [
  'general',
  'registration',
  'review',
  'videos',
  'community',
  'legal',
  'retention',
  'backups',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

export interface RegisteredSetting {
  setting: Setting<unknown>;
  section: SettingsSection;
  /** of valid input, as JSON schema */
  jsonSchema: Record<string, unknown>;
}

export interface SettingValue extends RegisteredSetting {
  value: unknown;
}

/** How long other instances may use the previous value. */
const CACHE_MS = 2000;

/**
 * Settings with their stored values. Those that administrators change on one screen are registered by the module that
 * declares them, so that the screen's API knows none of them; others, such as secrets, can be neither read nor changed
 * there.
 */
@Injectable()
export class Settings {
  private readonly registered = new Map<string, RegisteredSetting>();
  private readonly publicSettings: Setting<unknown>[] = [];
  private cached: { values: Map<string, unknown>; until: number } | undefined;
  /** counts local changes, so that a read that began before one is not cached after it */
  private changes = 0;
  private readonly restrictions = new Map<string, (value: never) => Promise<void>>();
  private readonly followers = new Map<string, (value: never, actor: Actor | null) => Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
  ) {}

  /** @param options.isPublic whether the pages of the frontend contain the values, so that guests can read them */
  register(section: SettingsSection, settings: readonly Setting<unknown>[], { isPublic = false } = {}): void {
    for (const setting of settings) {
      if (this.registered.has(setting.key)) throw new Error(`The setting ${setting.key} is registered twice.`);
      this.registered.set(setting.key, { setting, section, jsonSchema: toJsonSchema(setting) });
      if (isPublic) this.publicSettings.push(setting);
    }
  }

  /** In the order of the sections. */
  async list(): Promise<SettingValue[]> {
    const ordered = settingsSections.flatMap((section) =>
      [...this.registered.values()].filter((each) => each.section === section),
    );
    const values = await this.getMany(ordered.map(({ setting }) => setting));
    return ordered.map((each) => ({ ...each, value: values[each.setting.key] }));
  }

  /** The values of public settings by their keys. */
  getPublicValues(): Promise<Record<string, unknown>> {
    return this.getMany(this.publicSettings);
  }

  /**
   * Changes settings together, or none of them. Of concurrent changes of one setting the last one wins; the audit log
   * has both.
   * @returns the keys that were stored
   * @throws 400 with an error for each invalid value, named by its key
   */
  async update(input: Readonly<Record<string, unknown>>, actor: Actor): Promise<string[]> {
    const values = await this.validate(input);
    return this.database.transaction(async () => {
      const changed: string[] = [];
      // In a fixed order, so that concurrent changes cannot wait for each other in a circle.
      for (const [key, value] of values.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const setting = this.find(key);
        // The value of a new hub is stored as well when it is chosen: a step of the setup checklist is then done.
        if (!setting || (isEqual(await this.get(setting), value) && (await this.isAnySet(setting)))) continue;
        await this.set(setting, value, actor);
        changed.push(key);
      }
      if (changed.length) this.cache.invalidate();
      return changed;
    });
  }

  private find(key: string): Setting<unknown> | undefined {
    return this.registered.get(key)?.setting;
  }

  private async validate(input: Readonly<Record<string, unknown>>): Promise<[key: string, value: unknown][]> {
    const values: [string, unknown][] = [];
    const errors: FieldError[] = [];
    for (const [key, given] of Object.entries(input)) {
      const setting = this.find(key);
      if (!setting) {
        errors.push({ field: key, message: 'There is no such setting.' });
        continue;
      }
      if (!isStorable(given)) {
        errors.push({ field: key, message: 'This contains characters that cannot be stored.' });
        continue;
      }
      const parsed = setting.schema.safeParse(given, { error: (issue) => describeIssue(issue) });
      if (parsed.success) {
        values.push([key, parsed.data]);
        errors.push(...(await this.findErrors(setting, parsed.data)));
      } else errors.push({ field: key, message: formatMessage(parsed.error, given) });
    }
    if (errors.length) throw invalid(errors);
    return values;
  }

  private async findErrors(setting: Setting<unknown>, value: unknown): Promise<FieldError[]> {
    try {
      await this.check(setting, value);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 400) throw error;
      return [{ field: setting.key, message: error.message }];
    }
  }

  /** The current value; the fallback when none is stored or the stored value is invalid. */
  async get<T>(setting: Setting<T>): Promise<T> {
    return findValue(await this.getStored(), setting);
  }

  /** Whether administrators have chosen a value of one of these settings. */
  async isAnySet(...settings: Setting<unknown>[]): Promise<boolean> {
    const stored = await this.getStored();
    return settings.some(({ key }) => stored.has(key));
  }

  /** When the stored value was last set; undefined where none is stored. */
  async getUpdatedAt({ key }: Setting<unknown>): Promise<Date | undefined> {
    const row = await this.database.db
      .selectFrom('settings')
      .select('updated_at')
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.updated_at;
  }

  /** The values of several settings by their keys, from one read. */
  async getMany(settings: readonly Setting<unknown>[]): Promise<Record<string, unknown>> {
    const stored = await this.getStored();
    return Object.fromEntries(settings.map((setting) => [setting.key, findValue(stored, setting)]));
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
      if (!setting.isInternal && !isEqual(before?.value ?? setting.fallback, valid))
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

  private async getStored(): Promise<Map<string, unknown>> {
    // Uncommitted values must not be cached.
    if (this.database.isInTransaction) return this.readStored();
    if (this.cached && this.cached.until >= Date.now()) return this.cached.values;
    const { changes } = this;
    const values = await this.readStored();
    if (changes === this.changes) this.cached = { values, until: Date.now() + CACHE_MS };
    return values;
  }

  private async readStored(): Promise<Map<string, unknown>> {
    const rows = await this.database.db.selectFrom('settings').select(['key', 'value']).execute();
    return new Map(rows.map((row) => [row.key, row.value]));
  }
}

function findValue<T>(stored: ReadonlyMap<string, unknown>, { key, schema, fallback }: Setting<T>): T {
  const parsed = schema.safeParse(stored.get(key));
  return parsed.success ? parsed.data : fallback;
}

/** Also applied on reads, so values stored before this rule need no migration. */
const siteNameSchema = z.string().transform(singleLine).pipe(z.string().min(1).max(60));

/** The name of the hub in page titles and mails. */
export const siteName = defineSetting('site.name', siteNameSchema, 'Knowledge Hub');

function toJsonSchema({ schema }: Setting<unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** Names the item of a list that is invalid. */
function formatMessage({ issues: [issue] }: z.ZodError, given: unknown): string {
  const message = issue?.message ?? 'This value is not valid.';
  const index = issue?.path[0];
  const item: unknown = Array.isArray(given) && typeof index === 'number' ? given[index] : undefined;
  return typeof item === 'string' ? `“${item.slice(0, 100)}” ${message.replace(/\.$/, '')}.` : message;
}

const isStorable = (given: unknown): boolean =>
  [given].flat().every((value) => typeof value !== 'string' || isPostgresText(value));

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Issue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0];

/** A sentence about an invalid value. Messages that a schema brings along take precedence. */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'int') return 'Please enter a whole number.';
      return issue.expected === 'boolean' ? 'Please choose yes or no.' : 'Please enter a value.';
    case 'too_small':
      if (issue.origin === 'number') return `The smallest number is ${String(issue.minimum)}.`;
      return 'Please enter a value.';
    case 'too_big':
      if (issue.origin === 'number') return `The largest number is ${String(issue.maximum)}.`;
      return issue.origin === 'array'
        ? `There can be at most ${String(issue.maximum)}.`
        : `This can have at most ${String(issue.maximum)} characters.`;
    case 'invalid_value':
      return `Please choose one of ${issue.values.map(String).join(', ')}.`;
    default:
      return 'This value is not valid.';
  }
}

const SECRET_PREFIX = 'secret.';

/**
 * Random keys shared by all instances, created at first use and never changed. They are stored beside the settings, but
 * no screen shows them and no audit entry records them.
 */
@Injectable()
export class Secrets {
  constructor(private readonly database: Database) {}

  /** 256 bits in base64url, created by the first call on any instance. */
  async get(name: string): Promise<string> {
    const key = SECRET_PREFIX + name;
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
