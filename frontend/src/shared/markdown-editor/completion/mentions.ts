import type { CompletionSource } from '@codemirror/autocomplete';
import { IconUser } from '@tabler/icons-react';
import { findTrigger, insertInstead } from './trigger';
import type { CompletionItem } from './completion-item';
import { loadSuggestions } from './suggestions';

/**
 * `MENTION` of `@hub/shared/references` for an incomplete mention; it accepts all letters, because users are searched
 * by name.
 */
const MENTION_START = /(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}][\p{L}\p{N}-]{0,29})$/u;

/** Users by the beginning of their name or handle. */
export const mentions: CompletionSource = async (context) => {
  const trigger = findTrigger(context, MENTION_START);
  if (!trigger) return null;
  const users = await loadSuggestions(context, trigger.query, 'user');
  const options = users.flatMap(({ title, handle }): CompletionItem[] =>
    handle === null
      ? []
      : [{ label: title, detail: `@${handle}`, icon: IconUser, apply: insertInstead(`@${handle}`, { space: ' ' }) }],
  );
  return options.length > 0 ? { from: trigger.from, options, filter: false } : null;
};
