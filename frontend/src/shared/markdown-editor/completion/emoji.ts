import type { CompletionSource } from '@codemirror/autocomplete';
import type { CompactEmoji } from 'emojibase';
import type { Language } from '@hub/shared/languages';
import { language } from '../../../lib/language';
import type { CompletionItem } from './completion-item';
import { createEmojiIndex, type Emoji, findEmoji } from './emoji-names';
import { addRecentEmoji, getRecentEmoji } from './recent-emoji';
import { findTrigger, insertInstead } from './trigger';

/** A colon with the beginning of a name. Those of containers follow another colon, those of sentences a word. */
const EMOJI = /(?<![^\s(]):((?:\p{L}[\p{L}\p{N}_-]*)?)$/u;
const MIN_LETTERS = 2;

/** Next to the English names, which many know from other products. */
const loadTranslated: Partial<Record<Language, () => Promise<{ default: CompactEmoji[] }>>> = {
  de: () => import('emojibase-data/de/compact.json'),
};

let index: Promise<Emoji[]> | undefined;

async function loadEmoji(): Promise<Emoji[]> {
  const [english, translated] = await Promise.all([
    import('emojibase-data/en/compact.json'),
    loadTranslated[language]?.(),
  ]);
  return createEmojiIndex(...(translated ? [translated.default] : []), english.default);
}

/** Emoji by name: from the second letter, and before that the recent ones if the user asks for them. */
export const emoji: CompletionSource = async (context) => {
  const trigger = findTrigger(context, EMOJI);
  if (!trigger || (trigger.query.length < MIN_LETTERS && !context.explicit)) return null;
  index ??= loadEmoji();
  const all = await index.catch(() => {
    // Tried again at the next use.
    index = undefined;
    return [];
  });
  const options = findEmoji(all, trigger.query, getRecentEmoji()).map(({ character, name }): CompletionItem => ({
    label: name,
    character,
    apply: (...target) => {
      addRecentEmoji(character);
      insertInstead(character)(...target);
    },
  }));
  return options.length > 0 ? { from: trigger.from, options, filter: false } : null;
};
