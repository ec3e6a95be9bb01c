/*
 * Limits of fields: the server refuses what exceeds them, and forms say so before they send it. Lengths are UTF-16 code
 * units. Each is a constant of its own, which bundlers write where it is used.
 */

// Documents and videos
export const ITEM_TITLE_MAX = 200;
export const ITEM_SLUG_MAX = 100;
export const ITEM_SUMMARY_MAX = 500;
export const META_TITLE_MAX = 200;
export const META_DESCRIPTION_MAX = 500;
/** How many tags an item has. */
export const ITEM_TAGS_MAX = 20;
export const DOCUMENT_CONTENT_MAX = 500_000;
export const VIDEO_DESCRIPTION_MAX = 20_000;
export const TRANSCRIPT_MAX = 500_000;
/** How many chapters a video has. */
export const CHAPTERS_MAX = 200;
export const CHAPTER_TITLE_MAX = 200;
export const CHAPTER_DESCRIPTION_MAX = 1000;
/** How many items one request changes. */
export const BULK_ITEMS_MAX = 100;
/** How many items can be selected together; more would take minutes to change. */
export const SELECTED_ITEMS_MAX = 1000;
/** Of a ZIP that is imported, in bytes. */
export const IMPORT_ARCHIVE_MAX = 200 * 1024 ** 2;

/** Of the name of a tag, also of threads. */
export const TAG_MAX = 40;
/** Of a reviewer's or moderator's note, and of the note of a revision. */
export const NOTE_MAX = 500;
/** Of the text of a report, with its reason. */
export const REPORT_MAX = 1000;

// Categories of content and of the forum
export const CATEGORY_NAME_MAX = 80;
export const CATEGORY_DESCRIPTION_MAX = 500;
export const CATEGORY_ICON_MAX = 40;
export const CATEGORY_ORDER_MAX = 100_000;

// Share links
export const SHARE_LABEL_MAX = 100;
/** How many links an item has, expired ones included. */
export const SHARE_LINKS_MAX = 50;

// Search
export const SEARCH_QUERY_MAX = 200;
/** Longer texts get no suggestions. */
export const SUGGESTION_QUERY_MAX = 100;

// Discussion
export const COMMENT_MAX = 10_000;
export const THREAD_TITLE_MAX = 200;
/** How many tags a thread has. */
export const THREAD_TAGS_MAX = 5;
export const POST_MAX = 50_000;
/** How many posts become a thread of their own at once. */
export const SPLIT_POSTS_MAX = 1000;

// Users and roles
export const USER_NAME_MAX = 100;
/** Of a password in code points, after its normalization. */
export const PASSWORD_MIN = 6;
/** Of the names that users give to passkeys and API tokens. */
export const CREDENTIAL_NAME_MAX = 60;
/** How many users one request changes. */
export const BULK_USERS_MAX = 100;
export const ROLE_NAME_MAX = 50;
export const ROLE_DISPLAY_NAME_MAX = 60;
export const ROLE_DESCRIPTION_MAX = 300;
export const ROLE_PRIORITY_MAX = 100;
/** How many users can redeem a role code. */
export const ROLE_CODE_USES_MAX = 10_000;

// Groups
export const GROUP_NAME_MAX = 80;
export const GROUP_DESCRIPTION_MAX = 300;
/** How many members one request gives a group. */
export const GROUP_MEMBERS_MAX = 5000;
/** How many groups one request gives a user. */
export const USER_GROUPS_MAX = 1000;
