import { useDebouncedValue } from '@mantine/hooks';
import { IconClock, IconRefresh, IconSearch, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SearchResultResponse } from '../../../api/generated/model/searchResultResponse';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import {
  toExcerpt,
  trimToFirstMatch,
  highlightWords,
  parseSearchWords,
  type TextPart,
} from '../../../lib/highlight-words';
import { getRecentSearches } from '../../../lib/recent-searches';
import { admin } from '../../../messages/en-admin';
import { searchTexts } from '../../../messages/en-search';
import { suggestionsQuery } from '../../../shared/search/use-suggestions';
import { useSession } from '../../../shared/session/session';
import { iconsByType } from '../type-icons';
import { liveSearchQuery } from '../queries';
import { getAdminDestinations, getDestinations, type Destination } from './destinations';

const text = searchTexts.palette;

const TITLES_DEBOUNCE_MS = 80;
const TEXTS_DEBOUNCE_MS = 300;
const MAX_RESULTS = 8;

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
  /** The search to remember. */
  query?: string;
}

export interface PaletteEntryGroup {
  label: string;
  entries: PaletteEntry[];
}

const toPlainParts = (label: string): TextPart[] => [{ text: label, match: false }];

const toDestinationEntry = ({ label, icon, href }: Destination, words: readonly string[] = []): PaletteEntry => ({
  key: `go ${href}`,
  icon,
  label: highlightWords(label, words),
  href,
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

/** Matches if a word of the label begins with the input. */
const matches = (label: string, input: string) => ` ${label}`.toLowerCase().includes(` ${input.toLowerCase()}`);

/** The entries for an input: matching titles first, full-text results after them. */
export function usePaletteEntries(input: string) {
  const router = useRouter();
  const { user } = useSession();
  const [titleQuery] = useDebouncedValue(input, TITLES_DEBOUNCE_MS);
  const [textQuery] = useDebouncedValue(input, TEXTS_DEBOUNCE_MS);
  const titles = useQuery({ ...suggestionsQuery(titleQuery), enabled: titleQuery !== '' });
  const texts = useQuery({ ...liveSearchQuery(textQuery), enabled: textQuery.length > 1 });
  const searchAddress = (q: string) => router.buildLocation({ to: '/search', search: { q } }).href;

  const [screens, adminScreens] = [getDestinations(user), getAdminDestinations(user)];
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
      { label: text.goTo, entries: screens.map((one) => toDestinationEntry(one)) },
      { label: admin.frame.label, entries: adminScreens.map((one) => toDestinationEntry(one)) },
    ];
    return { groups: groups.filter(({ entries }) => entries.length > 0), isPending: false, isNothing: false };
  }

  const live = textQuery === input ? texts.data : undefined;
  const correctedQuery = live?.did_you_mean ?? undefined;
  const words = parseSearchWords(correctedQuery ?? input);
  const entriesByKey = new Map<string, PaletteEntry>();
  const atHand = titleQuery === input ? (titles.data ?? []) : [];
  for (const entry of atHand.map((one) => toTitleEntry(one, words))) entriesByKey.set(entry.key, entry);
  for (const entry of (live?.results ?? []).map((one) => toResultEntry(one, words)))
    if (!entriesByKey.has(entry.key)) entriesByKey.set(entry.key, entry);
  const failed = (titleQuery === input && titles.isError) || (textQuery === input && texts.isError);
  const again: PaletteEntry = {
    key: 'again',
    icon: IconRefresh,
    label: toPlainParts(text.failed),
    kind: text.tryAgain,
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
  const places = [...screens, ...adminScreens].filter(({ label }) => matches(label, input));
  const groups: PaletteEntryGroup[] = [
    {
      label: correctedQuery ? text.resultsFor(correctedQuery) : text.results,
      entries: [...entriesByKey.values()].slice(0, MAX_RESULTS),
    },
    { label: text.goTo, entries: places.map((one) => toDestinationEntry(one, words)) },
    { label: text.more, entries: failed ? [again, searchFor] : [searchFor] },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isPending: titleQuery !== input || titles.isPending,
    isNothing: live !== undefined && titles.data !== undefined && entriesByKey.size + places.length === 0,
  };
}
