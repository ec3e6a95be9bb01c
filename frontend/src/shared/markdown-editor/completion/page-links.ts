import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { IconFileText, IconMessages, IconVideo } from '@tabler/icons-react';
import { listLinks } from '../../../api/generated/links/links';
import type { LinkResponse } from '../../../api/generated/model/linkResponse';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { getRecentPages } from '../../../lib/recent-pages';
import { searchTexts } from '../../../messages/search';
import type { CompletionItem } from './completion-item';
import { createAbortSignal, loadSuggestions } from './suggestions';
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

type Page = Pick<SuggestionResponse | LinkResponse, 'type' | 'id' | 'title'>;

const isLinkable = (type: string): type is keyof typeof kinds => type in kinds;

/** A link by the id, which renames and moves do not change. It has no text, so it shows the current title. */
const insertLink =
  (address: string): NonNullable<Exclude<Completion['apply'], string>> =>
  (view, completion, from, to) => {
    const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
    insertInstead(`[](${address})`)(view, completion, from, end);
  };

function toItem({ type, id, title }: Page): CompletionItem[] {
  if (!isLinkable(type)) return [];
  const { icon, path } = kinds[type];
  return [{ label: title, detail: searchTexts.kinds[type], icon, apply: insertLink(path + id) }];
}

/** What the user opened, with the titles of today; without what is gone, or not for the user any more. */
async function loadRecentPages(context: CompletionContext): Promise<Page[]> {
  const address = getRecentPages();
  if (address.length === 0) return [];
  const links = await listLinks({ address }, { signal: createAbortSignal(context) }).then(
    (response) => response.links,
    () => [],
  );
  return address.flatMap((path) => links.find((link) => link.address === path) ?? []);
}

/** A page has several addresses, and may be both new and opened. */
const isFirst = ({ type, id }: Page, index: number, pages: readonly Page[]): boolean =>
  pages.findIndex((page) => page.type === type && page.id === id) === index;

/** Documents, videos and threads by title; while nothing is typed those that the user opened, then the newest. */
export const pageLinks: CompletionSource = async (context) => {
  const trigger = findTrigger(context, BRACKETS) ?? findTrigger(context, HASH);
  if (!trigger) return null;
  const query = trigger.query.trim();
  const pages = await Promise.all([
    query === '' ? loadRecentPages(context) : [],
    loadSuggestions(context, query, 'page'),
  ]);
  const options = pages.flat().filter(isFirst).flatMap(toItem);
  return options.length > 0 ? { from: trigger.from, options, filter: false } : null;
};
