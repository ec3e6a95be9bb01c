export const difficulties = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const;
export type Difficulty = (typeof difficulties)[number];

export const visibilities = ['PUBLIC', 'LOGGED_IN', 'INTERNAL'] as const;
export type Visibility = (typeof visibilities)[number];

/** Where the thumbnail of an item is shown: nowhere, on cards only, or on cards and above the text of its page. */
export const thumbnailPlacements = ['NONE', 'CARD', 'PAGE'] as const;
export type ThumbnailPlacement = (typeof thumbnailPlacements)[number];

export const documentStatuses = ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const videoStatuses = ['PROCESSING', 'READY', 'ERROR'] as const;
export type VideoStatus = (typeof videoStatuses)[number];

export const videoSourceTypes = ['UPLOAD', 'YOUTUBE', 'VIMEO', 'LOOM'] as const;
export type VideoSourceType = (typeof videoSourceTypes)[number];

export type ContentStatus = DocumentStatus | VideoStatus;
export const contentStatuses = [...documentStatuses, ...videoStatuses] as const;

/** The statuses in which readers may see an item, one per kind. */
export const isPublishedStatus = (status: ContentStatus): boolean => status === 'PUBLISHED' || status === 'READY';

export const contentKinds = ['document', 'video'] as const;
export type ContentKind = (typeof contentKinds)[number];

/**
 * Audiences of items that readers do not see: drafts and the archive, what waits for review, what moderation has
 * hidden.
 */
export const closedAudiences = ['RESTRICTED', 'REVIEW', 'HIDDEN'] as const;
export type ClosedAudience = (typeof closedAudiences)[number];

/**
 * Who may read an item now: its visibility while it is published, a closed audience while it is not. Closed audiences
 * keep the fact that the item is INTERNAL.
 */
export type Audience = Visibility | ClosedAudience | `${ClosedAudience}_INTERNAL`;
