import { translateNote } from '@hub/shared/system-notes';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventData, type EventMeta, Events } from '../../../platform/events/events.js';
import { UsersFacade } from '../../auth/index.js';
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
import type { Localized } from '../../../platform/language/texts.js';

export interface NotificationText {
  kind: NotificationKind;
  title: Localized;
  message: Localized;
}

/** Gets the name of the actor and the title. */
export type CreateText = (who: Localized, title: string) => NotificationText;

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
    private readonly users: UsersFacade,
    private readonly sender: NotificationSender,
  ) {}

  onModuleInit(): void {
    // A review of a document also changes its status, which notifies already; a review of an edit does not.
    this.events.on(documentStatusChanged, 'notify-author', (change, event) =>
      this.notify(event, change, change.note, (who, title) => statusChangeText(change, who, title)),
    );
    this.events.on(documentReviewed, 'notify-author', async (review, event) => {
      if (review.of === 'edit')
        await this.notify(event, review, review.note, (who, title) => reviewText(review.action, who, title));
    });
    this.events.on(videoProcessed, 'notify-author', async (processed, event) => {
      // A video of another service is ready at once, while its author is looking at it.
      if (processed.sourceType !== 'UPLOAD' && processed.outcome !== 'awaits_review') return;
      await this.notify(event, { ...processed, actorId: null }, processed.errorReason ?? '', (_who, title) => {
        const text = processedText(processed, title);
        const { lateChapters } = processed;
        return lateChapters ? { ...text, message: (texts) => `${text.message(texts)} ${lateChapters}` } : text;
      });
    });
    this.events.on(videoStatusChanged, 'notify-author', (change, event) =>
      this.notify(event, change, change.note, (who, title) => videoStatusText(change.after, who, title)),
    );
    this.events.on(videoReviewed, 'notify-author', (review, event) =>
      this.notify(event, review, review.note, (who, title) =>
        review.action === 'approve'
          ? videoStatusText('READY', who, title)
          : {
              kind: 'video_changes_requested',
              title: ({ notifications }) => notifications.changesRequested.title,
              message: (texts) => texts.notifications.changesRequested.message({ who: who(texts), title }),
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
    const who = actorId === null ? () => '' : await this.sender.findName(actorId);
    const { kind, title, message } = createText(who, isolated(item.title));
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind,
      title,
      message: note
        ? (texts) => `${message(texts)} ${plainExcerpt(translateNote(note, texts.content.notes))}`
        : message,
      url: item.path,
      subject: { type: item.kind, id },
      actorId,
    });
  }

  /** Without a subject: the item is gone, so there is nothing to check visibility for. */
  private async notifyDeleted(
    { id: key, at }: EventMeta,
    kind: ContentKind,
    { authorId, actorId, title, categoryId, isDemo }: EventData<(typeof itemDeleted)[ContentKind]>,
  ): Promise<void> {
    if (authorId === actorId || isDemo) return;
    if (!(await this.users.mayReadCategory('content', categoryId ?? null, authorId))) return;
    const who = await this.sender.findName(actorId);
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: `${kind}_deleted`,
      title: ({ notifications }) => notifications.itemDeleted.title(kind),
      message: (texts) => texts.notifications.itemDeleted.message({ who: who(texts), title: isolated(title) }),
      url: kind === 'document' ? '/docs' : '/videos',
      subject: null,
      actorId,
    });
  }
}

function statusChangeText(
  { before, after }: EventData<typeof documentStatusChanged>,
  who: Localized,
  title: string,
): NotificationText {
  switch (after) {
    case 'PUBLISHED':
      return {
        kind: 'document_published',
        title: ({ notifications }) => notifications.documentPublished.title,
        message: (texts) => texts.notifications.documentPublished.message({ who: who(texts), title }),
      };
    case 'ARCHIVED':
      return {
        kind: 'document_archived',
        title: ({ notifications }) => notifications.documentArchived.title,
        message: (texts) => texts.notifications.documentArchived.message({ who: who(texts), title }),
      };
    case 'IN_REVIEW':
      return {
        kind: 'document_in_review',
        title: ({ notifications }) => notifications.documentInReview.title,
        message: (texts) => texts.notifications.documentInReview.message({ who: who(texts), title }),
      };
    case 'DRAFT':
      return before === 'IN_REVIEW'
        ? {
            kind: 'document_changes_requested',
            title: ({ notifications }) => notifications.changesRequested.title,
            message: (texts) => texts.notifications.changesRequested.message({ who: who(texts), title }),
          }
        : {
            kind: 'document_withdrawn',
            title: ({ notifications }) => notifications.documentDraft.title,
            message: (texts) => texts.notifications.documentDraft.message({ who: who(texts), title }),
          };
  }
}

const reviewText = (action: 'approve' | 'request_changes', who: Localized, title: string): NotificationText =>
  action === 'approve'
    ? {
        kind: 'edit_approved',
        title: ({ notifications }) => notifications.editApproved.title,
        message: (texts) => texts.notifications.editApproved.message({ who: who(texts), title }),
      }
    : {
        kind: 'edit_changes_requested',
        title: ({ notifications }) => notifications.editChangesRequested.title,
        message: (texts) => texts.notifications.editChangesRequested.message({ who: who(texts), title }),
      };

function processedText({ outcome, isDraft }: VideoProcessed, title: string): NotificationText {
  switch (outcome) {
    case 'published':
      return {
        kind: 'video_ready',
        title: ({ notifications }) => notifications.videoReady.title,
        message: (texts) => texts.notifications.videoReady.message(title),
      };
    case 'ready':
      return {
        kind: 'video_ready',
        title: ({ notifications }) => notifications.videoReady.title,
        message: ({ notifications }) => notifications.videoReady.newFile(title),
      };
    case 'hidden':
      return {
        kind: 'video_ready',
        title: ({ notifications }) => notifications.videoReady.title,
        message: ({ notifications: { videoReady } }) =>
          isDraft ? videoReady.isDraft(title) : videoReady.isHidden(title),
      };
    case 'awaits_review':
      return {
        kind: 'video_awaits_review',
        title: ({ notifications }) => notifications.videoAwaitsReview.title,
        message: (texts) => texts.notifications.videoAwaitsReview.message(title),
      };
    case 'failed':
      return {
        kind: 'video_failed',
        title: ({ notifications }) => notifications.videoFailed.title,
        message: (texts) => texts.notifications.videoFailed.message(title),
      };
  }
}

function videoStatusText(status: VideoState, who: Localized, title: string): NotificationText {
  switch (status) {
    case 'READY':
      return {
        kind: 'video_published',
        title: ({ notifications }) => notifications.videoPublished.title,
        message: (texts) => texts.notifications.videoPublished.message({ who: who(texts), title }),
      };
    case 'PROCESSING':
      return {
        kind: 'video_processing',
        title: ({ notifications }) => notifications.videoProcessing.title,
        message: (texts) => texts.notifications.videoProcessing.message({ who: who(texts), title }),
      };
    case 'ERROR':
      return {
        kind: 'video_withdrawn',
        title: ({ notifications }) => notifications.videoHidden.title,
        message: (texts) => texts.notifications.videoHidden.message({ who: who(texts), title }),
      };
    case 'IN_REVIEW':
      return {
        kind: 'video_awaits_review',
        title: ({ notifications }) => notifications.videoInReview.title,
        message: (texts) => texts.notifications.videoInReview.message({ who: who(texts), title }),
      };
    case 'DRAFT':
      return {
        kind: 'video_withdrawn',
        title: ({ notifications }) => notifications.videoDraft.title,
        message: (texts) => texts.notifications.videoDraft.message({ who: who(texts), title }),
      };
  }
}
