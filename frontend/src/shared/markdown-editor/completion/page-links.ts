import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import { IconFileText, IconMessages, IconVideo } from '@tabler/icons-react';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { searchTexts } from '../../../messages/search';
import type { CompletionItem } from './completion-item';
import { loadSuggestions } from './suggestions';
import { findTrigger, insertInstead } from './trigger';

/** Titles have spaces; brackets end them. */
const BRACKETS = /\[\[([^[\]\n]{0,80})$/;
/**
 * Neither a heading, whose marks a space follows, nor the number of an issue. At the start of a line a letter follows.
 */
const HASH = /(?:(?<=[\s(])#|^#(?=\p{L}))((?:\p{L}[^\s#[\]]{0,40}(?: [^\s#[\]]{1,40}){0,3})?)$/u;

const kinds = {
  document: { icon: IconFileText, path: '/docs/' },
  video: { icon: IconVideo, path: '/videos/' },
  thread: { icon: IconMessages, path: '/community/thread/' },
};

const isLinkable = (type: SuggestionResponse['type']): type is keyof typeof kinds => type in kinds;

/** A link by the id, which renames and moves do not change. It has no text, so it shows the current title. */
const insertLink =
  (address: string): NonNullable<Exclude<Completion['apply'], string>> =>
  (view, completion, from, to) => {
    const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
    insertInstead(`[](${address})`)(view, completion, from, end);
  };

function toItem({ type, id, title }: SuggestionResponse): CompletionItem[] {
  if (!isLinkable(type)) return [];
  const { icon, path } = kinds[type];
  return [{ label: title, detail: searchTexts.kinds[type], icon, apply: insertLink(path + id) }];
}

/** Documents, videos and threads by title; the newest while nothing is typed. */
export const pageLinks: CompletionSource = async (context) => {
  const trigger = findTrigger(context, BRACKETS) ?? findTrigger(context, HASH);
  if (!trigger) return null;
  const pages = await loadSuggestions(context, trigger.query.trim(), 'page');
  const options = pages.flatMap(toItem);
  return options.length > 0 ? { from: trigger.from, options, filter: false } : null;
};
