import type { FormErrors } from '@mantine/form';
import type { QueryClient } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { Visibility } from '../../api/generated/model/visibility';
import type { DetailsValues } from './details-values';

/** A new image, the removal of the current one, or no change. */
export type ThumbnailChange = File | 'remove' | undefined;

/** What the form needs to know of a saved item. */
export interface EditableItem {
  id: string;
  slug: string;
  title: string;
  category_id: string | null;
  version: number;
  visibility: Visibility;
  status: ContentStatus;
  thumbnail: string | null;
  created_at: string;
  updated_at: string | null;
  published_at: string | null;
  /** An edit that waits for review; readers see the other values. */
  pending_revision?: unknown;
}

export interface SaveAttempt<Values extends DetailsValues> {
  values: Values;
  thumbnail?: ThumbnailChange;
  /** A file that belongs to the content itself. */
  file?: File;
  /** The requested status; absent to keep the current one. */
  status?: ContentStatus;
  /** The version the values are based on; a newer version on the server is a conflict. */
  version?: number;
  /** Keeps the form open after saving. */
  shouldContinueEditing?: boolean;
  /** The form saves by itself; the user may still be typing the title. */
  isAutomatic?: boolean;
}

/** Texts that name the kind. */
export interface ItemFormTexts {
  untitled: string;
  createFailedTitle: string;
  createFailed: string;
  updateFailedTitle: string;
  updateFailed: string;
  /** The text of a failed update, with the server's reason; without it the reason is the text. */
  describeUpdateError?: (reason: string) => string;
  loadFailedTitle: string;
  loadFailed: string;
  stale: {
    title: (name: string) => string;
    ownTitle: string;
    keepMineMeans: (version: number) => string;
  };
}

/** The list of the kind, where its form ends when it is cancelled. */
export type ListPath = '/docs' | '/videos';

/** What distinguishes the form of one kind of content item from the others. */
export interface ItemKind<Values extends DetailsValues, Item extends EditableItem> {
  texts: ItemFormTexts;
  listPath: ListPath;
  toValues: (item: Item) => Values;
  /** Errors of the fields that only this kind has. */
  validate: (values: Values) => FormErrors;
  /** The values of fields that describe a single save, such as a change note. */
  transientValues: Partial<Values>;
  /** Texts in which changes of two authors can be merged by lines. */
  mergedFields: readonly (keyof Values & string)[];
  load: (id: string) => Promise<Item>;
  /** Loads the values of an earlier version; absent for kinds without revisions. */
  loadVersion?: (id: string, version: number) => Promise<Values>;
  updateCache: (queryClient: QueryClient, item: Item) => Promise<void>;
  getSuccessText: (before: Item | undefined, after: Item, attempt: SaveAttempt<Values>) => string;
  open: (navigate: ReturnType<typeof useNavigate>, item: Item) => Promise<void>;
}

/** Creates or updates an item. Resolves to undefined when the user cancelled the upload. */
export type SendItem<Values extends DetailsValues, Item> = (attempt: SaveAttempt<Values>) => Promise<Item | undefined>;
