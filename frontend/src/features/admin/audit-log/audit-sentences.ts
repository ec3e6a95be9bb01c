import { AuditAction } from '../../../api/generated/model/auditAction';
import { messages } from '../../../messages/common';
import { auditTexts as text } from '../../../messages/admin-audit';
import { settingsTexts as settings } from '../../../messages/admin-settings';

/** The recorded values of an entry. */
type Values = Readonly<Record<string, unknown>>;
type Names = Readonly<Record<string, string>>;
type Describer = (before: Values, after: Values) => string;

/** A name from a table of texts, whose keys are values that the server sends. */
export const nameIn = (names: Names, key: string): string | undefined =>
  Object.hasOwn(names, key) ? names[key] : undefined;

/** A recorded value as text; a status by the name that the hub shows. An empty list is empty like a text. */
function sayValue(value: unknown, names: Names = {}): string {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return text.emptyValue;
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (Array.isArray(value)) return value.map((item) => sayValue(item)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return nameIn(names, value) ?? value;
}

/** Which of the changes of a thread the sentence names: only one, the first of these. */
function describeThread(before: Values, after: Values): string {
  const isChanged = (field: string) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const flag = (['is_pinned', 'is_locked', 'is_solved'] as const).find((field) => field in after && isChanged(field));
  if (flag) return text.threads[flag][after[flag] === true ? 'on' : 'off'];
  if (isChanged('category_id')) return text.threads.moved;
  if (isChanged('title')) return text.threads.renamed;
  return isChanged('tags') ? text.threads.tagged : text.threads.changed;
}

const describeReview = (texts: { approved: string; sentBack: string }, after: Values): string =>
  after['action'] === 'approve' ? texts.approved : texts.sentBack;

const describeStatus = (before: Values, after: Values): string =>
  text.statusChanged({
    from: sayValue(before['status'], messages.status),
    to: sayValue(after['status'], messages.status),
  });

/** The sentences that name recorded values. */
const describers: Partial<Record<string, Describer>> = {
  'audit_log.exported': (_before, after) => text.logExported(sayValue(after['format']).toUpperCase()),
  'audit_log.trimmed': (_before, after) => text.logTrimmed(Number(after['deleted'] ?? 0)),
  'document.reviewed': (_before, after) => describeReview(text.documentReviewed, after),
  'document.status_changed': describeStatus,
  'setting.changed': (before, after) =>
    text.settingChanged({ from: sayValue(before['value']), to: sayValue(after['value']) }),
  'thread.updated': describeThread,
  'user.role_changed': (before, after) =>
    text.roleChanged({
      from: sayValue(before['role'], messages.roles),
      to: sayValue(after['role'], messages.roles),
    }),
  'video.reviewed': (_before, after) => describeReview(text.videoReviewed, after),
  'video.status_changed': describeStatus,
} satisfies Partial<Record<AuditAction, Describer>>;

/** Tables of sentences by the type and the verb of an action. */
const sentences: Readonly<Record<string, Names>> = text.sentences;

/** Makes words of a name: forum_category → Forum category. */
export function humanize(name: string): string {
  const words = name.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Says what happened, without its subject, which is in a column of its own. */
export function describeAction(action: string, before: Values | null, after: Values | null): string {
  const [type = '', verb = ''] = action.split('.');
  const describe = Object.hasOwn(describers, action) ? describers[action] : undefined;
  return describe?.(before ?? {}, after ?? {}) ?? nameIn(sentences[type] ?? {}, verb) ?? humanize(action);
}

/** Every action that the server records. */
export const auditActions: readonly AuditAction[] = Object.values(AuditAction);

/** Names a kind of subject; one that this version of the frontend does not know by its own words. */
export const nameSubject = (type: string): string => nameIn(text.subjects, type) ?? humanize(type);

/** Names a recorded field. */
export const nameField = (field: string): string => nameIn(text.fields, field) ?? humanize(field);

/** Names an action for the filter, for example "Document: kept after reports". */
export function nameAction(action: AuditAction): string {
  const [type = '', verb = ''] = action.split('.');
  return `${nameSubject(type)}: ${nameIn(text.verbs, verb) ?? verb.replaceAll('_', ' ')}`;
}

/** The labels of the settings screen by the keys of the settings. */
const settingNames: Names = {
  'site.name': settings.general.name,
  'site.language': settings.general.language,
  'site.logo': settings.general.logo,
  'site.accent': settings.general.accent,
  'sharing.links': settings.general.shareLinks,
  'embeds.hosts': settings.general.embeds,
  'site.readers': settings.registration.readers,
  'auth.registration': settings.registration.mode,
  'auth.registration_domains': settings.registration.domains,
  'auth.registration_by_link': settings.registration.byLink,
  'auth.default_role': settings.registration.defaultRole,
  'auth.issuer_groups_claim': settings.registration.groupsClaim,
  'auth.issuer_groups': settings.registration.groups,
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
  'attachments.max_mb': settings.community.attachment,
  'legal.imprint_url': settings.legal.imprint,
  'legal.privacy_url': settings.legal.privacy,
  'audit.retention_days': settings.retention.audit,
  'analytics.retention_days': settings.retention.analytics,
  'trash.retention_days': settings.retention.trash,
  'backups.daily': settings.backups.daily,
  'backups.hour': settings.backups.hour,
  'backups.keep': settings.backups.keep,
};

/** The label of a setting; undefined for settings that are on no screen. */
export const nameSetting = (key: string): string | undefined => nameIn(settingNames, key);
