import type { CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { editorCompletion as text } from '../../../messages/editor-completion';
import type { FileUploads } from '../file-uploads';
import type { CompletionItem } from './completion-item';
import { type SlashItem, slashItems } from './slash-items';
import { findTrigger, isInside, runInstead } from './trigger';

/** At the start of a line or after a space; up to three words follow. */
const SLASH = /(?<!\S)\/((?:[\p{L}\p{N}-]{1,30}(?: [\p{L}\p{N}-]{1,30}){0,2} ?)?)$/u;
/** In these, other blocks cannot begin. */
const ONE_LINE: ReadonlySet<string> = new Set(['Table', 'ATXHeading', 'SetextHeading1', 'SetextHeading2']);

const toWords = (words: string): string[] => words.toLowerCase().split(/\s+/).filter(Boolean);

/** Items whose words begin with those of the query; those whose names begin with it come first. */
function findItems(query: string, items: readonly SlashItem[]): SlashItem[] {
  const typed = toWords(query);
  const found = items.filter(({ name }) => {
    const words = toWords(`${text.items[name].name} ${text.items[name].keywords}`);
    return typed.every((part) => words.some((word) => word.startsWith(part)));
  });
  const isNamed = ({ name }: SlashItem) => text.items[name].name.toLowerCase().startsWith(query.toLowerCase().trim());
  return [...found.filter(isNamed), ...found.filter((item) => !isNamed(item))];
}

/**
 * The menu of everything that can be inserted.
 * @param isDocument whether the text is a long one, with headings and footnotes
 */
export function slashMenu(uploads: FileUploads, isDocument: boolean): CompletionSource {
  const createItem = ({ name, icon, command, follow }: SlashItem): CompletionItem => ({
    label: text.items[name].name,
    detail: text.items[name].description,
    icon,
    apply: (view, _completion, from, to) => {
      if (command) runInstead(command, view, from, to);
      else view.dispatch({ changes: { from, to }, userEvent: 'input.complete' });
      follow?.(view, uploads);
    },
  });
  return function find(context): CompletionResult | null {
    const trigger = findTrigger(context, SLASH);
    if (!trigger) return null;
    const isOneLine = isInside(context.state, trigger.from, ONE_LINE);
    const possible = slashItems.filter(
      ({ name, place }) =>
        (place === 'text' || (!isOneLine && (isDocument || place === 'block'))) &&
        (uploads.isAllowed || (name !== 'image' && name !== 'file')),
    );
    const options = findItems(trigger.query, possible).map(createItem);
    if (options.length === 0) return null;
    return { from: trigger.from, options, filter: false, update: (_former, _from, _to, next) => find(next) };
  };
}
