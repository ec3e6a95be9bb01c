import { messages } from '../../../messages/common';
import { getNoteText } from '../../../shared/content/note-text';
import { auditTexts as text } from '../../../messages/admin-audit';
import { nameField, nameIn } from './audit-sentences';

export interface FieldChange {
  field: string;
  /** Undefined where the field was not recorded. */
  before?: string;
  after?: string;
  /** Whether the action changed the field; otherwise it is a circumstance. */
  isChange: boolean;
}

type Values = Readonly<Record<string, unknown>> | null;

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (Array.isArray(value)) return value.map((item) => toText(item) ?? '–').join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, item]) => `${nameField(name)}: ${toText(item) ?? '–'}`)
    .join('\n');
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Codes are shown by their names, as in the sentence of the entry. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: messages.roles,
  status: messages.status,
  visibility: messages.visibility,
};

function toFieldText(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return toText(value);
  return field === 'note' ? getNoteText(value) : (nameIn(names[field] ?? {}, value) ?? value);
}

function diffField(field: string, before: unknown, after: unknown): Omit<FieldChange, 'isChange'> {
  const name = nameField(field);
  if (!isList(before) || !isList(after)) {
    return { field: name, before: toFieldText(field, before), after: toFieldText(field, after) };
  }
  // Of two lists, what was removed and what was added.
  const [removed, added] = [without(before, after), without(after, before)];
  return {
    field: name,
    before: removed.length ? toText(removed) : undefined,
    after: added.length ? toText(added) : undefined,
  };
}

const without = (list: readonly unknown[], other: readonly unknown[]) => list.filter((item) => !other.includes(item));

/**
 * The recorded fields with their values before and after the action. Fields that stayed the same are left out, unless
 * there is nothing else to show.
 */
export function diffValues(before: Values, after: Values): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const recorded = fields
    .map((field) => diffField(field, before?.[field], after?.[field]))
    .filter((change) => change.before !== undefined || change.after !== undefined);
  const changed = recorded.filter((change) => change.before !== change.after);
  if (changed.length === 0) return recorded.map(({ field, after: same }) => ({ field, after: same, isChange: false }));
  // What only one side has is a creation or a deletion with its circumstances.
  return changed.map((change) => ({ ...change, isChange: before !== null && after !== null }));
}
