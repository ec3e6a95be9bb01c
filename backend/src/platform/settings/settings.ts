import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { languages, SOURCE_LANGUAGE } from '@hub/shared/languages';
import type { Actor } from '../access/actor.js';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';
import { isPostgresText, singleLine } from '../http/validation/text.js';
import { QueryCache } from '../cache/query-cache.js';
import { DomainError, type FieldError, invalid } from '../errors/domain-error.js';
import { defineChannel, PubSub } from '../pubsub/pubsub.js';
import { sourceTexts, type Localized, type Texts } from '../language/texts.js';

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

interface PublicSetting {
  setting: Setting<unknown>;
  isForSignIn: (value: unknown) => boolean;
}

export interface SettingValue extends RegisteredSetting {
  value: unknown;
}

/** How long values that were not changed by the application may be used. */
const CACHE_MS = 2000;
/** Published with the commit of a change. All instances then read the settings again. */
const settingsChanged = defineChannel<{ sender: string }>('settings.changed');

/**
 * Settings with their stored values. Those that administrators change on one screen are registered by the module that
 * declares them, so that the screen's API knows none of them; others, such as secrets, can be neither read nor changed
 * there.
 */
@Injectable()
export class Settings {
  private readonly registered = new Map<string, RegisteredSetting>();
  private readonly publicSettings: PublicSetting[] = [];
  private cached: { values: Map<string, unknown>; until: number } | undefined;
  /** counts changes, so that a read that began before one is not cached after it */
  private changes = 0;
  private readonly instanceId = randomUUID();
  private readonly restrictions = new Map<string, (value: never) => Promise<void>>();
  private readonly followers = new Map<string, (value: never, actor: Actor | null) => Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly cache: QueryCache,
    private readonly pubsub: PubSub,
  ) {
    pubsub.subscribe(settingsChanged, ({ sender }) => {
      if (sender !== this.instanceId) this.forget();
    });
    pubsub.onReconnected(() => this.forget());
  }

  /**
   * @param options.isPublic whether the pages of the frontend contain the values, so that their readers can read them
   * @param options.isForSignIn whether the sign-in page of a private hub contains a value, too; by default not
   */
  register(
    section: SettingsSection,
    settings: readonly Setting<unknown>[],
    {
      isPublic = false,
      isForSignIn = () => false,
    }: { isPublic?: boolean; isForSignIn?: PublicSetting['isForSignIn'] } = {},
  ): void {
    for (const setting of settings) {
      if (this.registered.has(setting.key)) throw new Error(`The setting ${setting.key} is registered twice.`);
      this.registered.set(setting.key, { setting, section, jsonSchema: toJsonSchema(setting) });
      if (isPublic) this.publicSettings.push({ setting, isForSignIn });
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
    return this.getMany(this.publicSettings.map(({ setting }) => setting));
  }

  /** Those that the sign-in page of a private hub contains. */
  async getSignInValues(): Promise<Record<string, unknown>> {
    const values = await this.getPublicValues();
    const shown = this.publicSettings.filter(({ setting: { key }, isForSignIn }) => isForSignIn(values[key]));
    return Object.fromEntries(shown.map(({ setting: { key } }) => [key, values[key]]));
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
        errors.push({ field: key, message: (texts) => texts.platform.noSuchSetting });
        continue;
      }
      if (!isStorable(given)) {
        errors.push({ field: key, message: (texts) => texts.platform.unstorable });
        continue;
      }
      const parsed = setting.schema.safeParse(given);
      if (parsed.success) {
        values.push([key, parsed.data]);
        errors.push(...(await this.findErrors(setting, parsed.data)));
      } else errors.push({ field: key, message: describeError(parsed.error, given) });
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
      return [{ field: setting.key, message: error.details.errors?.[0]?.message ?? error.detail }];
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
      await this.pubsub.publish(settingsChanged, { sender: this.instanceId });
      this.database.afterCommit(() => this.forget());
    });
  }

  /** Also clears the caches, because responses depend on settings. */
  private forget(): void {
    this.cached = undefined;
    this.changes++;
    this.cache.invalidateLocally();
  }

  private async getStored(): Promise<Map<string, unknown>> {
    // Uncommitted values must not be cached.
    if (this.database.isInTransaction) return this.readStored();
    // Changes by other instances must be received.
    if (this.cached && this.cached.until >= Date.now() && this.pubsub.isListening) return this.cached.values;
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

/** The language of pages and mails whose readers have chosen none, and whose browsers name none that there is. */
export const siteLanguage = defineSetting('site.language', z.enum(languages), SOURCE_LANGUAGE);

/** The name of the hub in page titles and mails. */
export const siteName = defineSetting('site.name', siteNameSchema, 'Knowledge Hub');

/** Who can read this hub: `members` makes it private, see PrivacyResolver. */
export const siteReaders = defineSetting('site.readers', z.enum(['everyone', 'members']), 'everyone');

function toJsonSchema({ schema }: Setting<unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** Names the item of a list that is invalid. */
function describeError({ issues: [issue] }: z.ZodError, given: unknown): Localized {
  const problem = issue ? describeIssue(issue) : ({ settings }: Texts) => settings.invalid;
  const index = issue?.path[0];
  const item: unknown = Array.isArray(given) && typeof index === 'number' ? given[index] : undefined;
  if (typeof item !== 'string') return problem;
  return (texts) =>
    texts.settings.invalidItem({ item: item.slice(0, 100), problem: problem(texts).replace(/\.$/, '') });
}

/** A schema names what is wrong with a value by a key of the texts. */
export type SettingProblem = keyof Texts['settings']['problems'];

const isStorable = (given: unknown): boolean =>
  [given].flat().every((value) => typeof value !== 'string' || isPostgresText(value));

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isSettingProblem = (message: string): message is SettingProblem =>
  Object.hasOwn(sourceTexts.settings.problems, message);

/** A sentence about an invalid value. Problems that a schema brings along take precedence. */
function describeIssue(issue: z.core.$ZodIssue): Localized {
  const { message } = issue;
  if (isSettingProblem(message)) return ({ settings }) => settings.problems[message];
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'int') return ({ settings }) => settings.noNumber;
      return ({ settings }) => (issue.expected === 'boolean' ? settings.noChoice : settings.noValue);
    case 'too_small':
      if (issue.origin === 'number') return ({ settings }) => settings.tooSmall(String(issue.minimum));
      return ({ settings }) => settings.noValue;
    case 'too_big':
      if (issue.origin === 'number') return ({ settings }) => settings.tooBig(String(issue.maximum));
      return ({ settings }) =>
        issue.origin === 'array' ? settings.tooMany(String(issue.maximum)) : settings.tooLong(String(issue.maximum));
    case 'invalid_value':
      return ({ settings }) => settings.noneOf(issue.values.map(String).join(', '));
    default:
      return ({ settings }) => settings.invalid;
  }
}

const SECRET_PREFIX = 'secret.';

const createKey = () => randomBytes(32).toString('base64url');

/**
 * Random keys shared by all instances, created at first use and never changed. They are stored beside the settings, but
 * no screen shows them and no audit entry records them.
 */
@Injectable()
export class Secrets {
  constructor(private readonly database: Database) {}

  /** Created by the first call on any instance; 256 bits in base64url by default. */
  async get(name: string): Promise<string>;
  async get<T>(name: string, create: () => T): Promise<T>;
  async get(name: string, create: () => unknown = createKey): Promise<unknown> {
    const key = SECRET_PREFIX + name;
    const { db } = this.database;
    const value = JSON.stringify(create());
    await db
      .insertInto('settings')
      .values({ key, value, updated_at: new Date() })
      .onConflict((existing) => existing.column('key').doNothing())
      .execute();
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (!row) throw new Error(`The secret ${name} has disappeared.`);
    return row.value;
  }
}
