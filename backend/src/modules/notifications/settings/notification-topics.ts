/** What users turn off on its own, by channel. */
export const notificationTopics = [
  'mentions',
  'replies',
  'watched_threads',
  'comments',
  'own_content',
  'reviews',
  'moderation',
  'reports',
  'account',
  'health',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** The topic of each kind of notification. */
const topicsByKind = {
  mention: 'mentions',
  post_reply: 'replies',
  post_solution: 'replies',
  thread_reply: 'watched_threads',
  comment: 'comments',
  comment_resolved: 'comments',
  document_published: 'own_content',
  document_archived: 'own_content',
  document_in_review: 'own_content',
  document_changes_requested: 'own_content',
  document_withdrawn: 'own_content',
  document_deleted: 'own_content',
  edit_approved: 'own_content',
  edit_changes_requested: 'own_content',
  video_ready: 'own_content',
  video_awaits_review: 'own_content',
  video_failed: 'own_content',
  video_published: 'own_content',
  video_processing: 'own_content',
  video_withdrawn: 'own_content',
  video_changes_requested: 'own_content',
  video_deleted: 'own_content',
  review_requested: 'reviews',
  edit_review_requested: 'reviews',
  comment_edited: 'moderation',
  comment_deleted: 'moderation',
  post_edited: 'moderation',
  post_deleted: 'moderation',
  posts_moved: 'moderation',
  thread_moved: 'moderation',
  thread_locked: 'moderation',
  thread_merged: 'moderation',
  thread_deleted: 'moderation',
  item_hidden: 'moderation',
  item_restored: 'moderation',
  report_dismissed: 'moderation',
  report_upheld: 'moderation',
  reported_thread_merged: 'moderation',
  item_reported: 'reports',
  reports_hid_item: 'reports',
  role_changed: 'account',
  health_alert: 'health',
  health_alert_resolved: 'health',
} as const satisfies Record<string, NotificationTopic>;

/** Machine-readable, for programs; each belongs to one topic. */
export type NotificationKind = keyof typeof topicsByKind;

export const getTopic = (kind: NotificationKind): NotificationTopic => topicsByKind[kind];
