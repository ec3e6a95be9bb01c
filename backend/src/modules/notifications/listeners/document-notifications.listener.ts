import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import {
  ContentFacade,
  type ContentKind,
  contentKinds,
  documentReviewed,
  documentStatusChanged,
  itemDeleted,
} from '../../content/index.js';
import { isolated, Notifier } from '../sending/notifier.js';

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
    private readonly database: Database,
    private readonly content: ContentFacade,
    private readonly notifier: Notifier,
  ) {}

  onModuleInit(): void {
    // A review of a document also changes its status, which notifies already; a review of an edit does not.
    this.events.on(documentStatusChanged, 'notify-author', (change, { id }) =>
      this.notifyAuthor(id, change, change.note, (who, what) => statusChangeText(change, who, what)),
    );
    this.events.on(documentReviewed, 'notify-author', async (review, { id }) => {
      if (review.of === 'edit')
        await this.notifyAuthor(id, review, review.note, (who, what) => reviewText(review.action, who, what));
    });
    for (const kind of contentKinds)
      this.events.on(itemDeleted[kind], 'notify-author', (deleted, { id }) => this.notifyDeleted(id, kind, deleted));
  }

  private async notifyAuthor(
    key: string,
    { id, authorId, actorId }: { id: string; authorId: string; actorId: string },
    note: string,
    createText: (who: string, what: string) => NotificationText,
  ): Promise<void> {
    if (authorId === actorId) return;
    const document = await this.content.findCaption(id);
    if (!document) return;
    const { kind, title, message } = createText(await this.findName(actorId), `“${isolated(document.title)}”`);
    await this.notifier.notify({
      userIds: [authorId],
      key,
      kind,
      title,
      message: note ? `${message} ${note}` : message,
      url: document.path,
      subject: { type: document.kind, id },
    });
  }

  /** Without a subject: the item is gone, so there is nothing to check visibility for. */
  private async notifyDeleted(
    key: string,
    kind: ContentKind,
    { authorId, actorId, title }: { authorId: string; actorId: string; title: string },
  ): Promise<void> {
    if (authorId === actorId) return;
    const message = `${await this.findName(actorId)} deleted “${isolated(title)}”.`;
    await this.notifier.notify({
      userIds: [authorId],
      key,
      kind: `${kind}_deleted`,
      title: `Your ${kind} was deleted`,
      message,
      url: kind === 'document' ? '/docs' : '/videos',
      subject: null,
    });
  }

  private async findName(id: string): Promise<string> {
    const found = await this.database.one<{ name: string }>('select name from people where id = $1', [id]);
    return isolated(found?.name ?? 'A deleted user');
  }
}

interface NotificationText {
  kind: string;
  title: string;
  message: string;
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
