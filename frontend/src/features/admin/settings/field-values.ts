import { ApiError } from '../../../api/problem';
import type { SettingResponse } from '../../../api/generated/model/settingResponse';
import { settingsTexts as text } from '../../../messages/admin-settings';
import { getBounds, type SettingMap, type SettingValue } from './setting-map';

/*
 * Forms have texts and switches; settings have texts, numbers, switches and lists. Keys contain dots, which names of
 * form fields must not.
 */

/** What a form field holds. */
type FieldValue = string | boolean;
export type FieldValues = Record<string, FieldValue>;

export const toFieldName = (key: string): string => key.replaceAll('.', '_');

const LIST_SEPARATOR = /[\s,;]/;
/** Settings whose values may have spaces, as names of groups do. */
const SPACED_LISTS: readonly string[] = ['auth.issuer_groups'];

const splitList = (typed: string, key: string): string[] =>
  typed
    .split(SPACED_LISTS.includes(key) ? /[,\n]/ : LIST_SEPARATOR)
    .map((item) => item.trim())
    .filter((item) => item !== '');

function toFieldValue(value: SettingValue): FieldValue {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** @param setting with its present value, which has the type of the new one */
function toSettingValue(entered: FieldValue, { key, value: like }: SettingResponse): SettingValue {
  if (typeof entered === 'boolean' || typeof like === 'string') return entered;
  if (Array.isArray(like)) return splitList(entered, key);
  // Not a number: the server says what it needs.
  return entered.trim() === '' || Number.isNaN(Number(entered)) ? entered : Number(entered);
}

/** The form values of the settings of one section. */
export function toFieldValues(settings: SettingMap, keys: readonly string[]): FieldValues {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const setting = settings.get(key);
      return setting ? [[toFieldName(key), toFieldValue(setting.value)] as const] : [];
    }),
  );
}

/** The settings that differ from the present ones, by their keys. */
export function findChanges(settings: SettingMap, keys: readonly string[], values: FieldValues) {
  const changes: Record<string, SettingValue> = {};
  for (const key of keys) {
    const setting = settings.get(key);
    const entered = values[toFieldName(key)];
    if (!setting || entered === undefined) continue;
    const value = toSettingValue(entered, setting);
    if (JSON.stringify(value) !== JSON.stringify(setting.value)) changes[key] = value;
  }
  return changes;
}

/** Errors of numbers outside the bounds of their settings. */
export function validateNumbers(settings: SettingMap, values: FieldValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const setting of settings.values()) {
    const entered = values[toFieldName(setting.key)];
    if (typeof setting.value !== 'number' || entered === undefined) continue;
    const { min, max } = getBounds(setting);
    const number = Number(entered);
    if (entered === '' || !Number.isInteger(number) || number < min || number > max)
      errors[toFieldName(setting.key)] = text.wholeNumber({ min, max });
  }
  return errors;
}

/** The same error with the names of form fields instead of keys. */
export function withFieldNames(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, problem } = error;
  const errors = problem.errors?.map((each) => ({ ...each, field: toFieldName(each.field) }));
  return new ApiError(status, { ...problem, ...(errors && { errors }) });
}
