import type { AuditAction } from '../api/generated/model/auditAction';
import { messages } from './en';
import { settingsTexts as settings } from './en-admin-settings';

/** The recorded values of an entry. */
type Values = Readonly<Record<string, unknown>>;
/** What happened, as a sentence without its subject, which is in a column of its own. */
type Sentence = string | ((before: Values, after: Values) => string);

const [yes, no] = ['yes', 'no'];

/** A recorded value as text; a status by the name that the hub shows. An empty list is empty like a text. */
function said(value: unknown, names: Readonly<Record<string, string>> = {}): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'empty';
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.map((item) => said(item)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return Object.hasOwn(names, value) ? (names[value] ?? value) : value;
}

const fromTo =
  (what: string, field: string, names?: Readonly<Record<string, string>>): Sentence =>
  (before, after) =>
    `Changed the ${what} from ${said(before[field], names)} to ${said(after[field], names)}`;

const reviewed =
  (what: string): Sentence =>
  (_before, after) =>
    after['action'] === 'approve' ? `Approved a ${what}` : `Requested changes to a ${what}`;
const hidden = (what: string) => `Several reports hid a ${what}`;
const upheld = (what: string) => `Hid a ${what} after reports`;
const dismissed = (what: string) => `Kept a ${what} and dismissed its reports`;
const restored = (what: string) => `Restored a ${what}`;

const threadFlags: Readonly<Record<string, readonly [on: string, off: string]>> = {
  is_pinned: ['Pinned a thread', 'Unpinned a thread'],
  is_locked: ['Locked a thread', 'Unlocked a thread'],
  is_solved: ['Marked a thread as solved', 'Marked a thread as not solved'],
};
const threadUpdated: Sentence = (before, after) => {
  const isChanged = (field: string) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const flag = Object.entries(threadFlags).find(([field]) => field in after && isChanged(field));
  if (flag) return flag[1][after[flag[0]] === true ? 0 : 1];
  if (isChanged('category_id')) return 'Moved a thread to another category';
  if (isChanged('title')) return 'Renamed a thread';
  return isChanged('tags') ? 'Changed the tags of a thread' : 'Changed a thread';
};

/** Every action that the server records; the names for the filter are `actions`. */
const sentences: Record<AuditAction, Sentence> = {
  'api_token.created': 'Created an API token',
  'api_token.revoked': 'Revoked an API token',
  'audit_log.exported': (_before, after) => `Exported the audit log as ${said(after['format']).toUpperCase()}`,
  'audit_log.trimmed': (_before, after) => `Deleted ${said(after['deleted'])} entries that were too old`,
  'backup.deleted': 'Deleted a backup',
  'backup.downloaded': 'Downloaded a backup',
  'backup.requested': 'Requested a backup',
  'category.created': 'Created a category',
  'category.deleted': 'Deleted a category',
  'category.updated': 'Changed a category',
  'comment.deleted': 'Deleted a comment',
  'comment.edited': 'Edited a comment',
  'comment.hidden': hidden('comment'),
  'comment.purged': 'Deleted a comment permanently',
  'comment.reports_dismissed': dismissed('comment'),
  'comment.reports_upheld': upheld('comment'),
  'comment.restored': restored('comment'),
  'demo.removed': 'Removed the demo content',
  'document.deleted': 'Deleted a document',
  'document.edited': 'Edited a document of another author',
  'document.hidden': hidden('document'),
  'document.purged': 'Deleted a document permanently',
  'document.reports_dismissed': dismissed('document'),
  'document.reports_upheld': upheld('document'),
  'document.restored': restored('document'),
  'document.reviewed': reviewed('document'),
  'document.status_changed': fromTo('status', 'status', messages.status),
  'document.thumbnail_changed': 'Changed the thumbnail',
  'forum_category.created': 'Created a forum category',
  'forum_category.deleted': 'Deleted a forum category',
  'forum_category.updated': 'Changed a forum category',
  'invitation.accepted': 'Accepted an invitation',
  'invitation.created': 'Invited a user',
  'invitation.revoked': 'Revoked an invitation',
  'mail.tested': 'Sent a test email',
  'post.deleted': 'Deleted a post',
  'post.edited': 'Edited a post',
  'post.hidden': hidden('post'),
  'post.purged': 'Deleted a post permanently',
  'post.reports_dismissed': dismissed('post'),
  'post.reports_upheld': upheld('post'),
  'post.restored': restored('post'),
  'report.exported': 'Exported the report',
  'role.created': 'Created a role',
  'role.deleted': 'Deleted a role',
  'role.display_changed': 'Changed which roles show a badge',
  'role.permissions_changed': 'Changed the permissions of a role',
  'role.style_reset': 'Reset the badge of a role',
  'role.styled': 'Changed the badge of a role',
  'role.updated': 'Changed a role',
  'role_code.created': 'Created a role code',
  'role_code.revoked': 'Revoked a role code',
  'setting.changed': fromTo('setting', 'value'),
  'thread.deleted': 'Deleted a thread',
  'thread.hidden': hidden('thread'),
  'thread.merged': 'Merged a thread into another',
  'thread.purged': 'Deleted a thread permanently',
  'thread.reports_dismissed': dismissed('thread'),
  'thread.reports_upheld': upheld('thread'),
  'thread.restored': restored('thread'),
  'thread.split': 'Moved posts to a new thread',
  'thread.updated': threadUpdated,
  'user.api_tokens_revoked': 'Revoked their own API tokens',
  'user.created': 'Created an account',
  'user.deactivated': 'Deactivated the account',
  'user.erased': 'Erased the personal data',
  'user.exported': 'Exported the personal data',
  'user.reactivated': 'Reactivated the account',
  'user.reset_link_sent': 'Sent a link to reset the password',
  'user.role_changed': fromTo('role', 'role', messages.roles),
  'user.signed_out': 'Ended all sessions of the user',
  'video.deleted': 'Deleted a video',
  'video.edited': 'Edited a video of another author',
  'video.hidden': hidden('video'),
  'video.purged': 'Deleted a video permanently',
  'video.reports_dismissed': dismissed('video'),
  'video.reports_upheld': upheld('video'),
  'video.restored': restored('video'),
  'video.reviewed': reviewed('video'),
  'video.status_changed': fromTo('status', 'status', messages.status),
  'video.thumbnail_changed': 'Changed the thumbnail',
};

/** The labels of the settings screen by the keys of the settings. */
const settingNames: Readonly<Record<string, string>> = {
  'site.name': settings.general.name,
  'site.logo': settings.general.logo,
  'site.accent': settings.general.accent,
  'auth.registration': settings.registration.mode,
  'auth.registration_domains': settings.registration.domains,
  'auth.registration_by_link': settings.registration.byLink,
  'auth.default_role': settings.registration.defaultRole,
  'content.review_edits': settings.review.edits,
  'content.review_videos': settings.review.videos,
  'analytics.outdated_days': settings.review.outdated,
  'forum.new_member_posts_per_minute': settings.community.posts,
  'forum.new_member_links': settings.community.links,
  'images.quota_mb': settings.community.quota,
  'uploads.quota_mb': settings.videos.quota,
  'videos.max_frames': settings.videos.frames,
  'videos.max_minutes': settings.videos.minutes,
  'images.per_hour': settings.community.perHour,
  'legal.imprint_url': settings.legal.imprint,
  'legal.privacy_url': settings.legal.privacy,
  'audit.retention_days': settings.retention.audit,
  'analytics.retention_days': settings.retention.analytics,
  'trash.retention_days': settings.retention.trash,
  'backups.daily': settings.backups.daily,
  'backups.hour': settings.backups.hour,
  'backups.keep': settings.backups.keep,
};

const subjects: Record<string, string> = {
  api_token: 'API token',
  audit_log: 'Audit log',
  category: 'Category',
  comment: 'Comment',
  document: 'Document',
  forum_category: 'Forum category',
  invitation: 'Invitation',
  mail: 'Mail',
  post: 'Post',
  report: 'Report',
  role: 'Role',
  role_code: 'Role code',
  setting: 'Setting',
  thread: 'Thread',
  user: 'User',
  video: 'Video',
};

/** forum_category → Forum category, for types that this version of the frontend does not know. */
const humanize = (name: string): string => {
  const words = name.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Verbs of actions in the words of the screens. */
const verbNames: Readonly<Record<string, string>> = {
  reports_dismissed: 'kept after reports',
  reports_upheld: 'hidden after reports',
  hidden: 'hidden by several reports',
};

const isKnown = (action: string): action is AuditAction => Object.hasOwn(sentences, action);

export const auditTexts = {
  title: 'Audit log',
  lead: 'Who changed what. Entries can’t be edited.',
  loadFailed: 'The audit log could not be loaded.',
  empty: 'Nothing recorded yet',
  emptyText: 'Changes by administrators, editors and moderators appear here.',
  noMatch: 'No entries match',
  noMatchText: 'Try other filters.',
  filters: 'Filters',
  allActions: 'All actions',
  action: 'Action',
  allTypes: 'All subjects',
  type: 'Subject',
  from: 'From',
  to: 'To',
  user: 'User',
  userPlaceholder: 'Anyone',
  users: 'Users',
  onlyActor: (name: string) => `By ${name}`,
  onlySystem: 'By the system',
  onlyThisUser: 'By one user',
  onlySubject: 'About one subject',
  removeFilter: (filter: string) => `Remove the filter “${filter}”`,
  filterByActor: (name: string) => `Show only entries by ${name}`,
  filterBySubject: 'Show only entries about this subject',
  when: 'When',
  who: 'Who',
  what: 'What',
  subject: 'Subject',
  system: 'System',
  details: 'Details',
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  field: 'Field',
  before: 'Before',
  after: 'After',
  yes,
  no,
  pages: 'Pages of the audit log',
  newer: 'Newer',
  older: 'Older',
  export: 'Export',
  exportCsv: 'As CSV for spreadsheets',
  exportJson: 'As JSON',
  exporting: 'Exporting the audit log',
  received: (size: string) => `${size} received`,
  exportName: (format: string) => `audit-log.${format}`,
  exportFailedTitle: 'The audit log was not exported',
  exportFailed: 'Please try again.',
  subjects,
  subjectName: (type: string): string => subjects[type] ?? humanize(type),
  fieldName: humanize,
  /** The label of a setting; undefined for settings that are on no screen. */
  settingName: (key: string): string | undefined => (Object.hasOwn(settingNames, key) ? settingNames[key] : undefined),
  sentence: (action: string, before: Values | null, after: Values | null): string => {
    if (!isKnown(action)) return humanize(action);
    const sentence = sentences[action];
    return typeof sentence === 'string' ? sentence : sentence(before ?? {}, after ?? {});
  },
  /** For the filter, for example "Document: kept after reports". */
  actionName: (action: AuditAction): string => {
    const [type = '', verb = ''] = action.split('.');
    return `${subjects[type] ?? humanize(type)}: ${verbNames[verb] ?? verb.replaceAll('_', ' ')}`;
  },
  actions: Object.keys(sentences) as AuditAction[],
};
