import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { documentReviewed, documentStatusChanged, itemDeleted } from '../../content/index.js';
import { AuthorNotifications, type NotificationText } from './author-notifications.js';

type Status = 'DRAFT' | 'IN_REVIEW' | 'PUBLISHED' | 'ARCHIVED';

interface StatusChange {
  id: string;
  authorId: string;
  actorId: string;
  before: Status;
  after: Status;
  note: string;
}

/** Notifies authors of what other users did with their documents and edits. */
@Injectable()
export class DocumentNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly authors: AuthorNotifications,
  ) {}

  onModuleInit(): void {
    // A review of a document also changes its status, which notifies already; a review of an edit does not.
    this.events.on(documentStatusChanged, 'notify-author', (change, event) =>
      this.authors.notify(event, change, change.note, (who, what) => statusChangeText(change, who, what)),
    );
    this.events.on(documentReviewed, 'notify-author', async (review, event) => {
      if (review.of === 'edit')
        await this.authors.notify(event, review, review.note, (who, what) => reviewText(review.action, who, what));
    });
    this.events.on(itemDeleted.document, 'notify-author', (deleted, event) =>
      this.authors.notifyDeleted(event, 'document', deleted),
    );
  }
}

function statusChangeText({ before, after }: StatusChange, who: string, what: string): NotificationText {
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
