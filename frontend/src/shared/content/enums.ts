import { Difficulty } from '../../api/generated/model/difficulty';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import { ItemSort } from '../../api/generated/model/itemSort';
import { DocumentStatus } from '../../api/generated/model/documentStatus';
import { ThumbnailPlacement } from '../../api/generated/model/thumbnailPlacement';
import { Visibility } from '../../api/generated/model/visibility';

/** In display order. */
export const STATUSES = Object.values(DocumentStatus);
/** Where the video itself is. */
export const SOURCE_TYPES = ['UPLOAD', 'YOUTUBE', 'VIMEO', 'LOOM'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];
export const DIFFICULTIES = Object.values(Difficulty);
export const VISIBILITIES = Object.values(Visibility);
export const SORTS = Object.values(ItemSort);
export const THUMBNAIL_PLACEMENTS = Object.values(ThumbnailPlacement).toReversed();

interface StatusFacts {
  status: ContentStatus;
  published_at: string | null;
  is_draft?: boolean | undefined;
}

/** A draft of a video, and one that is ready but not published and so awaits review, have no status of their own. */
export const getShownStatus = ({ status, published_at, is_draft }: StatusFacts): ContentStatus =>
  is_draft ? 'DRAFT' : status === 'READY' && published_at === null ? 'IN_REVIEW' : status;

/** The statuses in which readers see an item, one per kind; screens do not mention them. */
export const isUsualStatus = (status: ContentStatus): boolean => status === 'PUBLISHED' || status === 'READY';
