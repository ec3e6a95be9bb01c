import type { ReactNode } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { ListQuery } from './list-query';

interface ListTexts {
  title: string;
  create: string;
  count: (total: { count: number; capped: boolean }) => string;
  emptyTitle: string;
  emptyText: string;
  /** The link to create the first item. */
  createFirst: string;
  noMatchTitle: string;
  loadFailed: string;
}

/** What distinguishes the list of one kind of content item from the others. */
export interface ListKind {
  type: ContentKind;
  texts: ListTexts;
  path: '/docs' | '/videos';
  createPath: '/docs/create' | '/videos/create';
  /** Of an empty list. */
  icon: ReactNode;
  statuses: readonly ContentStatus[];
  hasSourceTypes?: boolean;
  /** Whether it can be shown as the tree of all categories. */
  hasTree?: boolean;
  query: ListQuery;
}
