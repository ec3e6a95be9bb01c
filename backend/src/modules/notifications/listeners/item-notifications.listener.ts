import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventData, type EventMeta, Events } from '../../../platform/events/events.js';
import {
  ContentFacade,
  type ContentKind,
  contentKinds,
  documentReviewed,
  documentStatusChanged,
  itemDeleted,
  plainExcerpt,
  type VideoProcessed,
  videoProcessed,
  videoReviewed,
  type VideoState,
  videoStatusChanged,
} from '../../content/index.js';
import type { NotificationKind } from '../settings/notification-topics.js';
import { NotificationSender } from '../sending/notification-sender.js';
import { isolated } from '../sending/notification-store.js';

interface NotificationText {
  kind: NotificationKind;
  title: string;
  message: string;
}

/** Gets the name of the actor and the title in quotes. */
export type CreateText = (who: string, what: string) => NotificationText;

/** What happened to an item; `actorId` is null for the system. */
interface ItemChange {
  id: string;
  authorId: string;
  actorId: string | null;
}

/** Notifies authors of what happened to their documents, edits and videos, unless they did it themselves. */
@Injectable()
export class ItemNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly content: ContentFacade,
    private readonly sender: NotificationSender,
  ) {}

  onModuleInit(): void {
    // A review of a document also changes its status, which notifies already; a review of an edit does not.
    this.events.on(documentStatusChanged, 'notify-author', (change, event) =>
      this.notify(event, change, change.note, (who, what) => statusChangeText(change, who, what)),
    );
    this.events.on(documentReviewed, 'notify-author', async (review, event) => {
      if (review.of === 'edit')
        await this.notify(event, review, review.note, (who, what) => reviewText(review.action, who, what));
    });
    this.events.on(videoProcessed, 'notify-author', async (processed, event) => {
      // A video of another service is ready at once, while its author is looking at it.
      if (processed.sourceType !== 'UPLOAD' && processed.outcome !== 'awaits_review') return;
      await this.notify(event, { ...processed, actorId: null }, processed.errorReason ?? '', (_who, what) => {
        const text = processedText(processed, what);
        const { lateChapters } = processed;
        return lateChapters ? { ...text, message: `${text.message} ${lateChapters}` } : text;
      });
    });
    this.events.on(videoStatusChanged, 'notify-author', (change, event) =>
      this.notify(event, change, change.note, (who, what) => videoStatusText(change.after, who, what)),
    );
    this.events.on(videoReviewed, 'notify-author', (review, event) =>
      this.notify(event, review, review.note, (who, what) =>
        review.action === 'approve'
          ? videoStatusText('READY', who, what)
          : {
              kind: 'video_changes_requested',
              title: 'Changes were requested',
              message: `${who} requested changes to ${what}.`,
            },
      ),
    );
    for (const kind of contentKinds)
      this.events.on(itemDeleted[kind], 'notify-author', (deleted, event) => this.notifyDeleted(event, kind, deleted));
  }

  /** @param note in Markdown, follows the message as plain text; may be empty */
  private async notify(
    { id: key, at }: EventMeta,
    { id, authorId, actorId }: ItemChange,
    note: string,
    createText: CreateText,
  ): Promise<void> {
    if (authorId === actorId) return;
    const item = await this.content.findCaption(id);
    if (!item) return;
    const who = actorId === null ? '' : await this.sender.findName(actorId);
    const { kind, title, message } = createText(who, `“${isolated(item.title)}”`);
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind,
      title,
      message: note ? `${message} ${plainExcerpt(note)}` : message,
      url: item.path,
      subject: { type: item.kind, id },
      actorId,
    });
  }

  /** Without a subject: the item is gone, so there is nothing to check visibility for. */
  private async notifyDeleted(
    { id: key, at }: EventMeta,
    kind: ContentKind,
    { authorId, actorId, title, isDemo }: EventData<(typeof itemDeleted)[ContentKind]>,
  ): Promise<void> {
    if (authorId === actorId || isDemo) return;
    const message = `${await this.sender.findName(actorId)} deleted “${isolated(title)}”.`;
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: `${kind}_deleted`,
      title: `Your ${kind} was deleted`,
      message,
      url: kind === 'document' ? '/docs' : '/videos',
      subject: null,
      actorId,
    });
  }
}

function statusChangeText(
  { before, after }: EventData<typeof documentStatusChanged>,
  who: string,
  what: string,
): NotificationText {
  switch (after) {
    case 'PUBLISHED':
      return { kind: 'document_published', title: 'Your document was published', message: `${who} published ${what}.` };
    case 'ARCHIVED':
      return { kind: 'document_archived', title: 'Your document was archived', message: `${who} archived ${what}.` };
    case 'IN_REVIEW':
      return {
        kind: 'document_in_review',
        title: 'Your document is in review',
        message: `${who} moved ${what} to review.`,
      };
    case 'DRAFT':
      return before === 'IN_REVIEW'
        ? {
            kind: 'document_changes_requested',
            title: 'Changes were requested',
            message: `${who} requested changes to ${what}.`,
          }
        : {
            kind: 'document_withdrawn',
            title: 'Your document is a draft again',
            message: `${who} made ${what} a draft again.`,
          };
  }
}

const reviewText = (action: 'approve' | 'request_changes', who: string, what: string): NotificationText =>
  action === 'approve'
    ? {
        kind: 'edit_approved',
        title: 'Your edit was approved',
        message: `${who} approved your edit of ${what}. Readers see it now.`,
      }
    : {
        kind: 'edit_changes_requested',
        title: 'Changes to your edit were requested',
        message: `${who} requested changes to your edit of ${what}.`,
      };

function processedText({ outcome, isDraft }: VideoProcessed, what: string): NotificationText {
  switch (outcome) {
    case 'published':
      return { kind: 'video_ready', title: 'Your video is ready', message: `${what} is published.` };
    case 'ready':
      return { kind: 'video_ready', title: 'Your video is ready', message: `The new file of ${what} is ready.` };
    case 'hidden':
      return {
        kind: 'video_ready',
        title: 'Your video is ready',
        message: isDraft ? `${what} can be played. It is still a draft.` : `${what} is hidden until it is published.`,
      };
    case 'awaits_review':
      return {
        kind: 'video_awaits_review',
        title: 'Your video is waiting for review',
        message: `${what} is published as soon as a reviewer approves it.`,
      };
    case 'failed':
      return {
        kind: 'video_failed',
        title: 'Your video could not be processed',
        message: `${what} could not be processed.`,
      };
  }
}

function videoStatusText(status: VideoState, who: string, what: string): NotificationText {
  switch (status) {
    case 'READY':
      return { kind: 'video_published', title: 'Your video was published', message: `${who} published ${what}.` };
    case 'PROCESSING':
      return {
        kind: 'video_processing',
        title: 'Your video is being processed again',
        message: `${who} started processing ${what} again.`,
      };
    case 'ERROR':
      return {
        kind: 'video_withdrawn',
        title: 'Your video was hidden',
        message: `${who} hid ${what} from readers.`,
      };
    case 'IN_REVIEW':
      return {
        kind: 'video_awaits_review',
        title: 'Your video is in review',
        message: `${who} moved ${what} to review.`,
      };
    case 'DRAFT':
      return {
        kind: 'video_withdrawn',
        title: 'Your video is a draft again',
        message: `${who} made ${what} a draft again.`,
      };
  }
}
