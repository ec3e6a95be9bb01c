import { useDebouncedValue } from '@mantine/hooks';
import {
  type Icon,
  IconBell,
  IconBookmark,
  IconClock,
  IconFileText,
  IconHome,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import type { SearchResultResponse } from '../../../api/generated/model/searchResultResponse';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import {
  highlightWords,
  parseSearchWords,
  type TextPart,
  toExcerpt,
  trimToFirstMatch,
} from '../../../lib/highlight-words';
import { getRecentSearches } from '../../../lib/recent-searches';
import { messages } from '../../../messages/en';
import { admin } from '../../../messages/en-admin';
import { notices } from '../../../messages/en-notifications';
import { searchTexts } from '../../../messages/en-search';
import { suggestionsQuery } from '../../../shared/search/use-suggestions';
import { useSession } from '../../../shared/session/session';
import { getAdminGroups } from '../../../shared/shell/admin-links';
import { liveSearchQuery } from '../queries';
import { iconsByType } from '../result-item';

const text = searchTexts.palette;

interface Destination {
  label: string;
  icon: Icon;
  href: string;
}

const publicDestinations: readonly Destination[] = [
  { label: messages.nav.home, icon: IconHome, href: '/' },
  { label: messages.nav.docs, icon: IconFileText, href: '/docs' },
  { label: messages.nav.search, icon: IconSearch, href: '/search' },
];

const getOwnDestinations = (user: OwnUserResponse): Destination[] => [
  { label: messages.nav.myProfile, icon: IconUser, href: `/user/${user.id}` },
  { label: messages.nav.editProfile, icon: IconPencil, href: '/user/profile' },
  { label: messages.nav.myBookmarks, icon: IconBookmark, href: '/user/bookmarks' },
  { label: notices.title, icon: IconBell, href: '/notifications' },
];

/** The screens the user may open, in the order of use. */
function getDestinations(user: OwnUserResponse | null): Destination[] {
  if (!user) return [...publicDestinations];
  const canCreate = user.permissions.includes('content.create');
  const write = { label: messages.docs.create, icon: IconPlus, href: '/docs/create' };
  return [...publicDestinations, ...(canCreate ? [write] : []), ...getOwnDestinations(user)];
}

/** The admin screens the user may open. */
function getAdminDestinations(user: OwnUserResponse | null): Destination[] {
  return getAdminGroups(user?.permissions ?? []).flatMap(({ links }) =>
    links.map(({ label, icon, to }) => ({ label, icon, href: to })),
  );
}

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

interface PaletteEntryGroup {
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
