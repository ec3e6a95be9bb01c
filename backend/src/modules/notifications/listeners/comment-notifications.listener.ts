import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventMeta, Events } from '../../../platform/events/events.js';
import { commentCreated, commentDeleted, commentEdited, commentPath, ContentFacade } from '../../content/index.js';
import { NotificationSender } from '../sending/notification-sender.js';
import { isolated } from '../sending/notification-store.js';

interface CommentReference {
  id: string;
  itemId: string;
  authorId: string;
}

/**
 * Notifies mentioned users, authors of answered comments and of commented content, and authors of comments that others
 * edit or delete.
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
    const notify = async (userId: string, title: string, message: string) =>
      this.sender.notify({
        userIds: [userId],
        key: `comment:${comment.id}`,
        at: event.at,
        kind: 'comment',
        title,
        message: `${await this.sender.findName(authorId)} ${message}`,
        url: commentPath(item.path, comment.id),
        subject: { type: 'comment', id: comment.id },
        actorId: authorId,
        group: { type: item.kind, id: item.id },
      });
    const title = isolated(item.title);
    if (repliedToId && !done.has(repliedToId)) {
      done.add(repliedToId);
      await notify(repliedToId, 'New reply to your comment', `replied to your comment on “${title}”.`);
    }
    if (!done.has(item.authorId)) await notify(item.authorId, 'New comment', `commented on “${title}”.`);
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
    const message = `${who} mentioned you in a comment on “${isolated(item.title)}”.`;
    await this.sender.notify({
      userIds,
      key: `comment:${id}`,
      at,
      kind: 'mention',
      title: 'You were mentioned',
      message,
      url: commentPath(item.path, id),
      subject: { type: 'comment', id },
      actorId: authorId,
      group: { type: item.kind, id: item.id },
    });
  }

  private async notifyEdited(
    { id: key, at }: EventMeta,
    { id, itemId, authorId, actorId }: CommentReference & { actorId: string },
  ): Promise<void> {
    const item = authorId === actorId ? undefined : await this.content.findCaption(itemId);
    if (!item) return;
    const message = `${await this.sender.findName(actorId)} edited your comment on “${isolated(item.title)}”.`;
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: 'comment_edited',
      title: 'Your comment was edited',
      message,
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
    const message = `${await this.sender.findName(actorId)} deleted your comment on “${isolated(item.title)}”.`;
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: 'comment_deleted',
      title: 'Your comment was deleted',
      message,
      url: item.path,
      subject: { type: item.kind, id: item.id },
      actorId,
    });
  }
}
