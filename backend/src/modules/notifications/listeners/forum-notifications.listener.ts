import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventData, type EventMeta, Events } from '../../../platform/events/events.js';
import type { Subject } from '../../../platform/visibility/visibility-registry.js';
import {
  type ForumCaption,
  ForumFacade,
  postCreated,
  postDeleted,
  postEdited,
  postPath,
  postsMoved,
  threadCreated,
  threadDeleted,
  threadModerated,
  threadSolved,
} from '../../forum/index.js';
import { NotificationSender } from '../sending/notification-sender.js';
import { isolated } from '../sending/notification-store.js';
import type { CreateText } from './item-notifications.listener.js';

interface Change {
  authorId: string;
  actorId: string;
}

interface Post {
  id: string;
  authorId: string;
}

/**
 * Notifies users who are mentioned, replied to or watch a thread, and authors of what others did with their threads and
 * posts.
 */
@Injectable()
export class ForumNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly forum: ForumFacade,
    private readonly sender: NotificationSender,
  ) {}

  onModuleInit(): void {
    const { events } = this;
    events.on(threadCreated, 'notify', ({ postId, authorId, mentioned }, event) =>
      this.notifyMentioned(event, { id: postId, authorId }, mentioned),
    );
    events.on(postCreated, 'notify', (post, event) => this.notifyCreated(event, post));
    events.on(postEdited, 'notify', (post, event) => this.notifyMentioned(event, post, post.added));
    events.on(postEdited, 'notify-author', ({ id: postId, authorId, actorId }, event) =>
      this.notifyPostAuthor(event, postId, { authorId, actorId }, (who, what) => ({
        kind: 'post_edited',
        title: 'Your post was edited',
        message: `${who} edited your post in ${what}.`,
      })),
    );
    events.on(threadSolved, 'notify-author', ({ postId, postAuthorId, actorId }, event) =>
      this.notifyPostAuthor(event, postId, { authorId: postAuthorId, actorId }, (who, what) => ({
        kind: 'post_solution',
        title: 'Your reply is the solution',
        message: `${who} marked your reply in ${what} as the solution.`,
      })),
    );
    events.on(postDeleted, 'notify-author', (post, event) =>
      this.notifyThreadAuthor(event, post.threadId, post, (who, what) => ({
        kind: 'post_deleted',
        title: 'Your post was deleted',
        message: `${who} deleted your post in ${what}.`,
      })),
    );
    events.on(threadModerated, 'notify-author', (thread, event) =>
      this.notifyThreadAuthor(event, thread.id, thread, (who, what) =>
        thread.action === 'moved'
          ? {
              kind: 'thread_moved',
              title: 'Your thread was moved',
              message: `${who} moved ${what} to “${isolated(thread.category)}”.`,
            }
          : {
              kind: 'thread_locked',
              title: 'Your thread was locked',
              message: `${who} locked ${what}. New replies are not possible.`,
            },
      ),
    );
    events.on(postsMoved, 'notify-authors', (moved, event) => this.notifyMoved(event, moved));
    events.on(threadDeleted, 'notify-author', (thread, event) => this.notifyThreadDeleted(event, thread));
  }

  /** A post notifies each user once: as mentioned, else as the author of the post it replies to, else as a watcher. */
  async notifyCreated(
    event: EventMeta,
    post: Post & { mentioned: string[]; repliedToId: string | null },
  ): Promise<void> {
    await this.notifyMentioned(event, post, post.mentioned);
    const done = new Set([post.authorId, ...post.mentioned]);
    if (post.repliedToId && !done.has(post.repliedToId))
      await this.notifyOfPost(event, post, [post.repliedToId], (who, what) => ({
        kind: 'post_reply',
        title: 'New reply to your post',
        message: `${who} replied to your post in ${what}.`,
      }));
    if (post.repliedToId) done.add(post.repliedToId);
    await this.notifyWatchers(event, post, done);
  }

  /** Replies to a thread are one notification until it is read. @param done users who are notified already */
  private async notifyWatchers({ at }: EventMeta, { id, authorId }: Post, done: ReadonlySet<string>): Promise<void> {
    const caption = await this.forum.findPostCaption(id);
    if (!caption) return;
    const { threadId, number, path } = caption;
    const watchers = (await this.forum.listWatchers(threadId)).filter(({ userId }) => !done.has(userId));
    if (!watchers.length) return;
    await this.sender.notify({
      userIds: watchers.map(({ userId }) => userId),
      key: `post:${id}`,
      at,
      kind: 'thread_reply',
      title: 'New reply',
      message: `${await this.sender.findName(authorId)} replied in ${quoted(caption)}.`,
      url: path,
      subject: { type: 'post', id },
      actorId: authorId,
      group: { type: 'thread', id: threadId },
      bundle: {
        key: `thread:${threadId}`,
        number,
        unseen: new Map(
          watchers.map(({ userId, lastRead }) => [
            userId,
            { number: lastRead + 1, url: postPath(threadId, lastRead + 1) },
          ]),
        ),
        title: 'New replies',
        messageEnd: ` new replies in ${quoted(caption)}.`,
        subject: { type: 'thread', id: threadId },
      },
    });
  }

  /** A post notifies a mentioned user once, however often it is edited. */
  private async notifyMentioned(event: EventMeta, post: Post, mentioned: string[]): Promise<void> {
    const userIds = mentioned.filter((userId) => userId !== post.authorId);
    await this.notifyOfPost(event, post, userIds, (who, what) => ({
      kind: 'mention',
      title: 'You were mentioned',
      message: `${who} mentioned you in ${what}.`,
    }));
  }

  private async notifyOfPost(
    { at }: EventMeta,
    { id, authorId }: Post,
    userIds: string[],
    createText: CreateText,
  ): Promise<void> {
    const caption = userIds.length ? await this.forum.findPostCaption(id) : undefined;
    if (!caption) return;
    const text = createText(await this.sender.findName(authorId), quoted(caption));
    await this.sender.notify({
      userIds,
      key: `post:${id}`,
      at,
      ...text,
      url: caption.path,
      subject: { type: 'post', id },
      actorId: authorId,
      group: { type: 'thread', id: caption.threadId },
    });
  }

  /** For changes to a post by another user. */
  private async notifyPostAuthor(event: EventMeta, id: string, change: Change, createText: CreateText): Promise<void> {
    if (change.authorId === change.actorId) return;
    await this.notifyChanged(event, { type: 'post', id }, await this.forum.findPostCaption(id), change, createText);
  }

  /** The same, with a link to the thread. */
  private async notifyThreadAuthor(
    event: EventMeta,
    id: string,
    change: Change,
    createText: CreateText,
  ): Promise<void> {
    if (change.authorId === change.actorId) return;
    await this.notifyChanged(event, { type: 'thread', id }, await this.forum.findThreadCaption(id), change, createText);
  }

  private async notifyChanged(
    { id: key, at }: EventMeta,
    subject: Subject,
    caption: ForumCaption | undefined,
    { authorId, actorId }: Change,
    createText: CreateText,
  ): Promise<void> {
    if (!caption) return;
    const text = createText(await this.sender.findName(actorId), quoted(caption));
    const group = { type: 'thread', id: caption.threadId };
    await this.sender.notify({ userIds: [authorId], key, at, ...text, url: caption.path, subject, actorId, group });
  }

  /** One for each author, however many of their posts were moved. */
  private async notifyMoved(
    { id: key, at }: EventMeta,
    { toId, firstNumber, fromTitle, action, authorIds, actorId }: EventData<typeof postsMoved>,
  ): Promise<void> {
    const caption = await this.forum.findThreadCaption(toId);
    if (!caption) return;
    const [who, from] = [await this.sender.findName(actorId), `“${isolated(fromTitle)}”`];
    await this.sender.notify({
      userIds: authorIds.filter((userId) => userId !== actorId),
      key,
      at,
      ...(action === 'split'
        ? {
            kind: 'posts_moved',
            title: 'Your posts were moved',
            message: `${who} moved posts of yours from ${from} to ${quoted(caption)}.`,
          }
        : {
            kind: 'thread_merged',
            title: 'A thread with your posts was merged',
            message: `${who} merged ${from} into ${quoted(caption)}.`,
          }),
      url: caption.threadId === toId ? postPath(toId, firstNumber) : caption.path,
      subject: { type: 'thread', id: toId },
      actorId,
      group: { type: 'thread', id: caption.threadId },
    });
  }

  /** Without a subject: the thread is gone, so there is nothing to check visibility for. */
  private async notifyThreadDeleted(
    { id: key, at }: EventMeta,
    { authorId, actorId, title, isDemo }: EventData<typeof threadDeleted>,
  ): Promise<void> {
    if (authorId === actorId || isDemo) return;
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: 'thread_deleted',
      title: 'Your thread was deleted',
      message: `${await this.sender.findName(actorId)} deleted “${isolated(title)}”.`,
      url: '/community',
      subject: null,
      actorId,
    });
  }
}

const quoted = ({ title }: ForumCaption): string => `“${isolated(title)}”`;
