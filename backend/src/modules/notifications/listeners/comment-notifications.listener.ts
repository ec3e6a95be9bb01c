import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventMeta, Events } from '../../../platform/events/events.js';
import {
  commentCreated,
  commentDeleted,
  commentEdited,
  commentPath,
  commentResolved,
  ContentFacade,
} from '../../content/index.js';
import { NotificationSender } from '../sending/notification-sender.js';
import { isolated } from '../sending/notification-store.js';

interface CommentReference {
  id: string;
  itemId: string;
  authorId: string;
}

type ChangedComment = CommentReference & { actorId: string };

/**
 * Notifies mentioned users, authors of answered comments and of commented content, and authors of comments that others
 * resolve, edit or delete.
 */
@Injectable()
export class CommentNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly content: ContentFacade,
    private readonly sender: NotificationSender,
  ) {}

  onModuleInit(): void {
    this.events.on(commentCreated, 'notify', (comment, event) => this.notifyCreated(event, comment));
    this.events.on(commentEdited, 'notify', (comment, event) => this.notifyMentioned(event, comment, comment.added));
    this.events.on(commentEdited, 'notify-author', (comment, event) => this.notifyEdited(event, comment));
    this.events.on(commentResolved, 'notify-author', (comment, event) => this.notifyResolved(event, comment));
    this.events.on(commentDeleted, 'notify-author', (comment, event) => this.notifyDeleted(event, comment));
  }

  /** A comment notifies each user once: as mentioned, else as the author of the answered comment, else of the item. */
  private async notifyCreated(
    event: EventMeta,
    comment: CommentReference & { mentioned: string[]; repliedToId?: string | null },
  ): Promise<void> {
    const { authorId, mentioned, repliedToId } = comment;
    await this.notifyMentioned(event, comment, mentioned);
    const item = await this.content.findCaption(comment.itemId);
    if (!item) return;
    const done = new Set([authorId, ...mentioned]);
    const [who, title] = [await this.sender.findName(authorId), isolated(item.title)];
    const notify = async (userId: string, key: 'commentReply' | 'commentCreated') =>
      this.sender.notify({
        userIds: [userId],
        key: `comment:${comment.id}`,
        at: event.at,
        kind: 'comment',
        title: ({ notifications }) => notifications[key].title,
        message: (texts) => texts.notifications[key].message({ who: who(texts), title }),
        url: commentPath(item.path, comment.id),
        subject: { type: 'comment', id: comment.id },
        actorId: authorId,
        group: { type: item.kind, id: item.id },
      });
    if (repliedToId && !done.has(repliedToId)) {
      done.add(repliedToId);
      await notify(repliedToId, 'commentReply');
    }
    if (!done.has(item.authorId)) await notify(item.authorId, 'commentCreated');
  }

  /** A comment notifies a mentioned user once, however often it is edited. */
  private async notifyMentioned(
    { at }: EventMeta,
    { id, itemId, authorId }: CommentReference,
    mentioned: string[],
  ): Promise<void> {
    const userIds = mentioned.filter((userId) => userId !== authorId);
    const item = userIds.length ? await this.content.findCaption(itemId) : undefined;
    if (!item) return;
    const who = await this.sender.findName(authorId);
    const title = isolated(item.title);
    await this.sender.notify({
      userIds,
      key: `comment:${id}`,
      at,
      kind: 'mention',
      title: ({ notifications }) => notifications.mentionedInComment.title,
      message: (texts) => texts.notifications.mentionedInComment.message({ who: who(texts), title }),
      url: commentPath(item.path, id),
      subject: { type: 'comment', id },
      actorId: authorId,
      group: { type: item.kind, id: item.id },
    });
  }

  private notifyEdited(event: EventMeta, comment: ChangedComment): Promise<void> {
    return this.notifyAuthor(event, comment, 'comment_edited', 'commentEdited');
  }

  private notifyResolved(event: EventMeta, comment: ChangedComment): Promise<void> {
    return this.notifyAuthor(event, comment, 'comment_resolved', 'commentResolved');
  }

  /** The author of a comment that another user has changed. */
  private async notifyAuthor(
    { id: key, at }: EventMeta,
    { id, itemId, authorId, actorId }: ChangedComment,
    kind: 'comment_edited' | 'comment_resolved',
    text: 'commentEdited' | 'commentResolved',
  ): Promise<void> {
    const item = authorId === actorId ? undefined : await this.content.findCaption(itemId);
    if (!item) return;
    const [who, title] = [await this.sender.findName(actorId), isolated(item.title)];
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind,
      title: ({ notifications }) => notifications[text].title,
      message: (texts) => texts.notifications[text].message({ who: who(texts), title }),
      url: commentPath(item.path, id),
      subject: { type: 'comment', id },
      actorId,
      group: { type: item.kind, id: item.id },
    });
  }

  private async notifyDeleted(
    { id: key, at }: EventMeta,
    { itemId, authorId, actorId }: { itemId: string; authorId: string; actorId: string },
  ): Promise<void> {
    const item = authorId === actorId ? undefined : await this.content.findCaption(itemId);
    if (!item) return;
    const [who, title] = [await this.sender.findName(actorId), isolated(item.title)];
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: 'comment_deleted',
      title: ({ notifications }) => notifications.commentDeleted.title,
      message: (texts) => texts.notifications.commentDeleted.message({ who: who(texts), title }),
      url: item.path,
      subject: { type: item.kind, id: item.id },
      actorId,
    });
  }
}
