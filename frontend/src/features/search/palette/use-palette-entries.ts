import { useDebouncedValue } from '@mantine/hooks';
import { type Icon, IconClock, IconRefresh, IconSearch } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { SEARCH_QUERY_MAX } from '@hub/shared/limits';
import type { SearchResultResponse } from '../../../api/generated/model/searchResultResponse';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { searchContent } from '../../../api/generated/search/search';
import {
  highlightWords,
  parseSearchWords,
  type TextPart,
  toExcerpt,
  trimToFirstMatch,
} from '../../../lib/highlight-words';
import { getRecentSearches } from '../../../lib/recent-searches';
import { searchTexts } from '../../../messages/search';
import { isSuggestible, suggestionsQuery } from '../../../shared/search/use-suggestions';
import { useSession } from '../../../shared/session/session';
import { SEARCH_KEY } from '../queries';
import { iconsByType } from '../result-item';
import { type Command, findCommands, useCommands } from './commands';

const text = searchTexts.palette;

const TITLES_DEBOUNCE_MS = 80;
const TEXTS_DEBOUNCE_MS = 300;
const MAX_RESULTS = 8;

/** The best results of all kinds while the user types. */
function liveSearchQuery(input: string) {
  return queryOptions({
    queryKey: [...SEARCH_KEY, 'live', input],
    queryFn: ({ signal }) =>
      searchContent({ query: input, content_type: 'all', limit: MAX_RESULTS, unfinished: true }, { signal }),
  });
}

export interface PaletteEntry {
  key: string;
  icon: Icon;
  label: readonly TextPart[];
  /** A matching line of the text. */
  excerpt?: readonly TextPart[];
  /** The label at the end of the row. */
  kind?: string;
  href?: string;
  /** The action of an entry without an address. */
  action?: () => void;
  /** The palette stays open after the action. */
  keepsOpen?: boolean;
  /** The search to remember. */
  query?: string;
}

interface PaletteEntryGroup {
  label: string;
  entries: PaletteEntry[];
}

const toPlainParts = (label: string): TextPart[] => [{ text: label, match: false }];

const toCommandEntry = ({ key, label, icon, href, action }: Command, words: readonly string[] = []): PaletteEntry => ({
  key,
  icon,
  label: highlightWords(label, words),
  href,
  action,
});

const toTitleEntry = (
  { type, id, title, url }: Omit<SuggestionResponse, 'handle'>,
  words: readonly string[],
): PaletteEntry => ({
  key: `${type} ${id}`,
  icon: iconsByType[type],
  label: highlightWords(title, words),
  kind: searchTexts.kinds[type],
  href: url,
});

const toResultEntry = (result: SearchResultResponse, words: readonly string[]): PaletteEntry => ({
  ...toTitleEntry(result, words),
  excerpt: trimToFirstMatch(toExcerpt(result.snippet)),
  href: result.heading?.url ?? result.url,
});

/**
 * The entries for an input: commands that it begins to name, matching titles, full-text results. Results of a corrected
 * input have a group of their own below those.
 */
export function usePaletteEntries(input: string) {
  const router = useRouter();
  const { user } = useSession();
  const [titleQuery] = useDebouncedValue(input, TITLES_DEBOUNCE_MS);
  const [textQuery] = useDebouncedValue(input, TEXTS_DEBOUNCE_MS);
  const titles = useQuery({ ...suggestionsQuery(titleQuery), enabled: isSuggestible(titleQuery) });
  const texts = useQuery({
    ...liveSearchQuery(textQuery),
    enabled: textQuery.length > 1 && textQuery.length <= SEARCH_QUERY_MAX,
  });
  const searchAddress = (q: string) => router.buildLocation({ to: '/search', search: { q } }).href;

  const commandGroups = useCommands(user);
  if (input === '') {
    const recent = getRecentSearches(user?.id).map((q) => ({
      key: `recent ${q}`,
      icon: IconClock,
      label: toPlainParts(q),
      href: searchAddress(q),
      query: q,
    }));
    const groups: PaletteEntryGroup[] = [
      { label: text.recent, entries: recent },
      ...commandGroups.map(({ label, commands }) => ({
        label,
        entries: commands.map((command) => toCommandEntry(command)),
      })),
    ];
    return { groups: groups.filter(({ entries }) => entries.length > 0), isPending: false, isNothing: false };
  }

  const live = textQuery === input ? texts.data : undefined;
  const correctedQuery = live?.did_you_mean ?? undefined;
  const words = parseSearchWords(correctedQuery ?? input);
  const commands = findCommands(commandGroups, input).map((command) => toCommandEntry(command, words));
  const titleEntries = (titleQuery === input ? (titles.data ?? []) : []).map((one) => toTitleEntry(one, words));
  const titleKeys = new Set(titleEntries.map(({ key }) => key));
  const resultEntries = (live?.results ?? [])
    .map((one) => toResultEntry(one, words))
    .filter(({ key }) => !titleKeys.has(key));
  const ownEntries = correctedQuery ? titleEntries : [...titleEntries, ...resultEntries];
  const correctedEntries = correctedQuery ? resultEntries : [];
  const failed = (titleQuery === input && titles.isError) || (textQuery === input && texts.isError);
  const again: PaletteEntry = {
    key: 'again',
    icon: IconRefresh,
    label: toPlainParts(text.failed),
    kind: text.tryAgain,
    keepsOpen: true,
    action: () => {
      void titles.refetch();
      void texts.refetch();
    },
  };
  const searchFor: PaletteEntry = {
    key: 'search',
    icon: IconSearch,
    label: toPlainParts(text.searchFor(input)),
    href: searchAddress(input),
    query: input,
  };
  const groups: PaletteEntryGroup[] = [
    { label: text.commands, entries: commands },
    { label: text.results, entries: ownEntries.slice(0, MAX_RESULTS) },
    { label: text.resultsFor(correctedQuery ?? ''), entries: correctedEntries.slice(0, MAX_RESULTS) },
    { label: text.more, entries: failed ? [again, searchFor] : [searchFor] },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    // A matching command is the first entry, whatever the titles are.
    isPending: commands.length === 0 && (titleQuery !== input || titles.isPending),
    isNothing:
      live !== undefined &&
      titles.data !== undefined &&
      commands.length + ownEntries.length + correctedEntries.length === 0,
  };
}
