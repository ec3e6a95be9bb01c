import type { QueueAction } from '../api/generated/model/queueAction';
import type { QueueReason } from '../api/generated/model/queueReason';

/** What a decision is about: its reason and type, the title, and who wrote it. */
interface Decision {
  reason: QueueReason;
  type: 'document' | 'video' | 'comment' | 'thread' | 'post';
  action: QueueAction;
}

/** The titles of comments and posts are those of what they belong to. */
const prepositions = { comment: 'on ', post: 'in ', thread: '', document: '', video: '' };

/** "Keep post" and "Hide post"; reviews are approved or rejected. */
const decide = ({ reason, type, action }: Decision): string => {
  if (reason !== 'report') return action === 'approve' ? 'Approve' : 'Reject';
  return `${action === 'approve' ? 'Keep' : 'Hide'} ${type}`;
};

/** Texts of the moderation queue, of reports and of hidden items. */
export const moderationQueue = {
  title: 'Moderation',
  lead: 'Reviews, suggested edits and reports, oldest first.',
  waiting: (count: string) => `${count} waiting`,
  count: (count: number, isCapped: boolean) => `${count}${isCapped ? '+' : ''}`,
  list: 'Queue',
  tabs: { queue: 'Queue', reports: 'Reports' },
  tab: (label: string, count: string | undefined) => (count === undefined ? label : `${label} (${count})`),
  loadFailed: 'The queue could not be loaded.',
  empty: 'Nothing is waiting',
  emptyText: 'New submissions, suggested edits and reports appear here.',
  emptyFiltered: 'Nothing matches these filters',
  showAll: 'Show all',
  type: 'Type',
  allTypes: 'All types',
  types: { document: 'Documents', video: 'Videos', comment: 'Comments', thread: 'Threads', post: 'Posts' },
  typeNames: { document: 'Document', video: 'Video', comment: 'Comment', thread: 'Thread', post: 'Post' },
  reason: 'Reason',
  allReasons: 'All reasons',
  reasons: { review: 'Review', revision: 'Suggested edit', report: 'Reported' },
  reported: (count: number) => (count === 1 ? '1 report' : `${count} reports`),
  inItem: { comment: 'Comment on', thread: '', post: 'Post in', document: '', video: '' },
  by: (name: string) => `by ${name}`,
  since: 'waiting since',
  hidden: 'Hidden',
  back: 'Back to the queue',
  open: (type: string) => `Open ${type.toLowerCase()}`,
  choose: 'Choose an item to see it here.',
  gone: 'This item is no longer waiting',
  goneText: 'Someone has decided on it, or it was withdrawn.',
  reports: 'Reports',
  moreReports: (count: number) => `and ${count} more`,
  content: { comment: 'Comment', thread: 'First post', post: 'Post', document: 'Text', video: 'Video' },
  isCut: 'This is only the beginning. Open it to read the rest.',
  noText: 'No text',
  difference: 'Changes',
  published: 'Published',
  suggested: 'Suggested',
  view: 'Show',
  viewText: 'Text',
  editNote: 'Note by the author',
  reviewersOnly: 'Only reviewers can see and decide on this.',
  ownContent: 'This is your own content. Another moderator decides on it.',
  source: 'Source',
  noPreview: 'This video cannot be played here. Open it to watch it.',
  take: 'Assign to me',
  release: 'Release',
  takeOver: 'Take over',
  assignedToYou: 'You are working on this',
  assignedTo: (name: string) => `${name} is working on this`,
  assignFailed: 'The item was not assigned',
  decide,
  decideNamed: (decision: Decision, title: string) =>
    `${decide(decision)} ${decision.reason === 'report' ? prepositions[decision.type] : ''}“${title}”`,
  /** The question of the dialog, for a title and an author. */
  question: (decision: Decision) => (title: string, author: string) =>
    decision.reason === 'report'
      ? `${decision.action === 'approve' ? 'Keep' : 'Hide'} this ${decision.type} by ${author}?`
      : `${decide(decision)} “${title}” by ${author}?`,
  withNote: ({ reason }: Pick<Decision, 'reason'>) =>
    reason === 'report' ? 'Keep with a note…' : 'Approve with a note…',
  effect: ({ reason, type, action }: Decision): string =>
    ({
      review: {
        approve: 'It is published, and its author gets your note.',
        reject: 'It goes back to its author, who can change it and submit it again.',
      },
      revision: {
        approve: 'The edit becomes the published text, and its author gets your note.',
        reject: 'The edit goes back to its author. Readers keep seeing the published text.',
      },
      report: {
        approve:
          `The reports are dismissed, and the ${type} stays visible. ` +
          'If it was hidden, everyone sees it again, and its author gets your note.',
        reject: 'It will be hidden from everyone except its author and moderators.',
      },
    })[reason][action],
  note: 'Note to the author',
  noteHint: (isRequired: boolean) => `${isRequired ? '' : 'Optional. '}Markdown is supported.`,
  noteRequired: 'Say what should change',
  noteHintPlain: 'Optional',
  failed: 'Error moderating item',
  tryAgain: 'Please try again.',
  alreadyDecided: 'Someone else has already decided on this.',
  keys: 'Shortcuts',
  keyHints: { next: 'next', previous: 'previous', approve: 'keep or approve', reject: 'hide or reject' },
  panel: {
    title: 'Moderation',
    all: 'Open the queue',
    allCount: (count: string) => `Open the queue (${count})`,
    empty: 'Nothing is waiting',
    loadFailed: 'The moderation queue could not be loaded.',
  },
} as const;

export const reportTexts = {
  lead: 'What members reported, and what is hidden.',
  views: 'State',
  view: { open: 'Open', upheld: 'Hidden or removed', dismissed: 'Kept', hidden: 'Hidden items' },
  loadFailed: 'The reports could not be loaded.',
  hiddenLoadFailed: 'The hidden items could not be loaded.',
  item: 'Item',
  author: 'Author',
  reason: 'Reason',
  reporter: 'Reported by',
  reportedAt: 'Reported',
  decided: 'Decided',
  decidedBy: (name: string) => `by ${name}`,
  whenDeleted: 'when it was deleted',
  hiddenAt: 'Hidden since',
  deleted: 'Deleted',
  unknownAuthor: '–',
  openReports: 'Waiting for a decision',
  moderate: 'Moderate',
  moderateNamed: (title: string) => `Moderate “${title}”`,
  restore: 'Restore',
  restoreNamed: (title: string) => `Restore “${title}”`,
  restoreTitle: (type: string) => `Restore this ${type.toLowerCase()}?`,
  restoreText: (title: string) => `“${title}” becomes visible again to everyone who could see it before.`,
  restoreOpenText: (title: string) =>
    `“${title}” becomes visible again to everyone who could see it before, and its open reports are dismissed.`,
  restoreFailed: 'The item was not restored',
  tryAgain: 'Please try again.',
  empty: {
    open: 'No open reports',
    upheld: 'Nothing hidden or removed yet',
    dismissed: 'Nothing kept yet',
    hidden: 'Nothing is hidden',
  },
  emptyText: {
    open: 'Reports by members appear here and in the moderation queue.',
    upheld: 'Reports after which something was hidden or deleted appear here.',
    dismissed: 'Reports after which everything stayed visible appear here.',
    hidden: 'Items hidden by moderators or after several reports appear here. You can restore them.',
  },
} as const;
