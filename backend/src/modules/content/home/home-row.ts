import type { ContentKind } from '../items/enums.js';
import type { ItemSummaryRow } from '../items/item-summary.mapper.js';

/** What is left to do with an item. */
export interface Work {
  isEdit: boolean;
  /** name of the author of the text */
  user: string;
  note: string;
  at: string;
}

/** A row of the home statement, which reads all lists of the page. */
export type HomeRow = ItemSummaryRow & {
  section: 'recent' | 'bookmarks' | 'review' | 'returned' | 'drafts';
  kind: ContentKind;
  bookmark_id: string | null;
  bookmarked_at: Date;
  /** number of all rows of the section */
  section_count: number;
  /** null in the sections 'recent' and 'bookmarks' */
  work: Work | null;
};
