import { useDebouncedValue } from '@mantine/hooks';
import { IconClock, IconRefresh, IconSearch, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SearchResultResponse } from '../../../api/generated/model/searchResultResponse';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { asExcerpt, fromFirstMatch, markWords, wordsOf, type Part } from '../../../lib/mark-words';
import { recentSearches } from '../../../lib/recent-searches';
import { admin } from '../../../messages/en-admin';
import { searchTexts } from '../../../messages/en-search';
import { suggestionsQuery } from '../../../shared/search/use-suggestions';
import { useSession } from '../../../shared/session/session';
import { kindIcons } from '../kinds';
import { liveQuery } from '../queries';
import { adminDestinationsFor, destinationsFor, type Destination } from './destinations';

const text = searchTexts.palette;

const TITLES_AFTER_MS = 80;
const TEXTS_AFTER_MS = 300;
const MAX_FOUND = 8;

export interface Entry {
  key: string;
  icon: Icon;
  label: readonly Part[];
  /** A line of the text below it. */
  lines?: readonly Part[];
  /** What it is, at the end of its row. */
  kind?: string;
  href?: string;
  /** What it does, where it leads nowhere. */
  act?: () => void;
  /** A search, to be remembered. */
  query?: string;
}

export interface EntryGroup {
  label: string;
  entries: Entry[];
}

const plainly = (label: string): Part[] => [{ text: label, match: false }];

const toDestination = ({ label, icon, href }: Destination, words: readonly string[] = []): Entry => ({
  key: `go ${href}`,
  icon,
  label: markWords(label, words),
  href,
});

const toTitle = ({ type, id, title, url }: Omit<SuggestionResponse, 'handle'>, words: readonly string[]): Entry => ({
  key: `${type} ${id}`,
  icon: kindIcons[type],
  label: markWords(title, words),
  kind: searchTexts.kinds[type],
  href: url,
});

const toResult = (result: SearchResultResponse, words: readonly string[]): Entry => ({
  ...toTitle(result, words),
  lines: fromFirstMatch(asExcerpt(result.snippet)),
  href: result.heading?.url ?? result.url,
});

/** The name of a screen, or one of the words in it, begins as typed. */
const matches = (label: string, typed: string) => ` ${label}`.toLowerCase().includes(` ${typed.toLowerCase()}`);

/** What stands in the palette for what was typed: first titles, which come at once, then what is found in texts. */
export function usePaletteEntries(typed: string) {
  const router = useRouter();
  const { user } = useSession();
  const [forTitles] = useDebouncedValue(typed, TITLES_AFTER_MS);
  const [forTexts] = useDebouncedValue(typed, TEXTS_AFTER_MS);
  const titles = useQuery({ ...suggestionsQuery(forTitles), enabled: forTitles !== '' });
  const texts = useQuery({ ...liveQuery(forTexts), enabled: forTexts.length > 1 });
  const searchAddress = (q: string) => router.buildLocation({ to: '/search', search: { q } }).href;

  const [screens, adminScreens] = [destinationsFor(user), adminDestinationsFor(user)];
  if (typed === '') {
    const recent = recentSearches(user?.id).map((q) => ({
      key: `recent ${q}`,
      icon: IconClock,
      label: plainly(q),
      href: searchAddress(q),
      query: q,
    }));
    const groups: EntryGroup[] = [
      { label: text.recent, entries: recent },
      { label: text.goTo, entries: screens.map((one) => toDestination(one)) },
      { label: admin.frame.label, entries: adminScreens.map((one) => toDestination(one)) },
    ];
    return { groups: groups.filter(({ entries }) => entries.length > 0), isPending: false, isNothing: false };
  }

  const live = forTexts === typed ? texts.data : undefined;
  const meant = live?.did_you_mean ?? undefined;
  const words = wordsOf(meant ?? typed);
  const found = new Map<string, Entry>();
  const atHand = forTitles === typed ? (titles.data ?? []) : [];
  for (const entry of atHand.map((one) => toTitle(one, words))) found.set(entry.key, entry);
  for (const entry of (live?.results ?? []).map((one) => toResult(one, words)))
    if (!found.has(entry.key)) found.set(entry.key, entry);
  const failed = (forTitles === typed && titles.isError) || (forTexts === typed && texts.isError);
  const again: Entry = {
    key: 'again',
    icon: IconRefresh,
    label: plainly(text.failed),
    kind: text.tryAgain,
    act: () => {
      void titles.refetch();
      void texts.refetch();
    },
  };
  const searchFor: Entry = {
    key: 'search',
    icon: IconSearch,
    label: plainly(text.searchFor(typed)),
    href: searchAddress(typed),
    query: typed,
  };
  const places = [...screens, ...adminScreens].filter(({ label }) => matches(label, typed));
  const groups: EntryGroup[] = [
    { label: meant ? text.resultsFor(meant) : text.results, entries: [...found.values()].slice(0, MAX_FOUND) },
    { label: text.goTo, entries: places.map((one) => toDestination(one, words)) },
    { label: text.more, entries: failed ? [again, searchFor] : [searchFor] },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isPending: forTitles !== typed || titles.isPending,
    isNothing: live !== undefined && titles.data !== undefined && found.size + places.length === 0,
  };
}
