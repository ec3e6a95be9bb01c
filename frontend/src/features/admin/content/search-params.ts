import type { ContentStatus } from '../../../api/generated/model/contentStatus';
import { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { VideoState } from '../../../api/generated/model/videoState';
import { createSearchParser, enumParam, idParam, integerParam, textParam } from '../../../lib/search-params';
import { SORTS, VISIBILITIES } from '../../../shared/content/enums';

/** The tabs of the screen, as they are in the address. */
export const TABS = ['documents', 'videos'] as const;
export type ContentTab = (typeof TABS)[number];

/** The statuses that the lists can be filtered by. */
export const filterStatuses: Record<ContentTab, ContentStatus[]> = {
  documents: Object.values(DocumentStatus),
  videos: Object.values(VideoState),
};

/** The filters in the address; those of the other tab are ignored. */
const parseSearch = createSearchParser({
  tab: enumParam(TABS),
  q: textParam,
  status: enumParam([...new Set(TABS.flatMap((tab) => filterStatuses[tab]))]),
  category_id: idParam,
  visibility: enumParam(VISIBILITIES),
  author_id: idParam,
  /** Templates, which lists of documents leave out. */
  type: enumParam(['template']),
  sort: enumParam(SORTS),
  page: integerParam(1),
});

export type ContentSearch = ReturnType<typeof parseSearch>;

export const getTab = ({ tab }: ContentSearch): ContentTab => tab ?? 'documents';

/** Parses the address; a status of the other kind is no filter. */
export function contentSearch(raw: Record<string, unknown>): ContentSearch {
  const { status, type, ...search } = parseSearch(raw);
  const isKnown = status !== undefined && filterStatuses[getTab(search)].includes(status);
  // An explicit undefined: the router would keep the raw value of a missing one.
  return {
    ...search,
    status: isKnown ? status : undefined,
    type: getTab(search) === 'documents' ? type : undefined,
  };
}

/** The order and the page hide nothing. */
export const isFiltered = ({ q, status, category_id, visibility, author_id, type }: ContentSearch): boolean =>
  [q, status, category_id, visibility, author_id, type].some((filter) => filter !== undefined);
