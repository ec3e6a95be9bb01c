import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../access/actor.js';
import { QueryCache } from '../cache/query-cache.js';
import { Database } from '../database/database.js';
import { DomainError, type FieldError, invalid } from '../errors/domain-error.js';
import { isPostgresText } from '../http/validation/text.js';
import { type Setting, Settings } from './settings.js';

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

/**
 * The settings that administrators change on one screen. Each module registers its own, so that the screen's API knows
 * none of them. Settings that are not registered, such as secrets, can be neither read nor changed there.
 */
@Injectable()
export class SettingsRegistry {
  private readonly registered = new Map<string, RegisteredSetting>();
  private readonly publicSettings: Setting<unknown>[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
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
    const values = await this.settings.getMany(ordered.map(({ setting }) => setting));
    return ordered.map((each) => ({ ...each, value: values[each.setting.key] }));
  }

  /** The values of public settings by their keys. */
  getPublicValues(): Promise<Record<string, unknown>> {
    return this.settings.getMany(this.publicSettings);
  }

  /**
   * Changes settings together, or none of them. Of concurrent changes of one setting the last one wins; the audit log
   * has both.
   * @returns the keys whose value is a new one
   * @throws 400 with an error for each invalid value, named by its key
   */
  async update(input: Readonly<Record<string, unknown>>, actor: Actor): Promise<string[]> {
    const values = await this.validate(input);
    return this.database.transaction(async () => {
      const changed: string[] = [];
      // In a fixed order, so that concurrent changes cannot wait for each other in a circle.
      for (const [key, value] of values.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const setting = this.find(key);
        if (!setting || isEqual(await this.settings.get(setting), value)) continue;
        await this.settings.set(setting, value, actor);
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
        errors.push(...(await this.check(setting, parsed.data)));
      } else errors.push({ field: key, message: messageOf(parsed.error, given) });
    }
    if (errors.length) throw invalid(errors);
    return values;
  }

  private async check(setting: Setting<unknown>, value: unknown): Promise<FieldError[]> {
    try {
      await this.settings.check(setting, value);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 400) throw error;
      return [{ field: setting.key, message: error.message }];
    }
  }
}

function toJsonSchema({ schema }: Setting<unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** Names the item of a list that is invalid. */
function messageOf({ issues: [issue] }: z.ZodError, given: unknown): string {
  const message = issue?.message ?? 'This value is not valid.';
  const index = issue?.path[0];
  const item: unknown = Array.isArray(given) && typeof index === 'number' ? given[index] : undefined;
  return typeof item === 'string' ? `“${item.slice(0, 100)}” ${message.replace(/\.$/, '')}.` : message;
}

const isStorable = (given: unknown): boolean =>
  [given].flat().every((value) => typeof value !== 'string' || isPostgresText(value));

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Issue = Parameters<NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>>[0];

const limitOf = (limit: unknown): string => String(limit);

/** A sentence about an invalid value. Messages that a schema brings along take precedence. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'int') return 'Please enter a whole number.';
      return issue.expected === 'boolean' ? 'Please choose yes or no.' : 'Please enter a value.';
    case 'too_small':
      if (issue.origin === 'number') return `The smallest number is ${limitOf(issue.minimum)}.`;
      return 'Please enter a value.';
    case 'too_big':
      if (issue.origin === 'number') return `The largest number is ${limitOf(issue.maximum)}.`;
      return issue.origin === 'array'
        ? `There can be at most ${limitOf(issue.maximum)}.`
        : `This can have at most ${limitOf(issue.maximum)} characters.`;
    case 'invalid_value':
      return `Please choose one of ${issue.values.map(String).join(', ')}.`;
    default:
      return 'This value is not valid.';
  }
}
