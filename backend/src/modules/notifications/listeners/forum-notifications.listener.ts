import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EventData, type EventMeta, Events } from '../../../platform/events/events.js';
import type { Subject } from '../../../platform/visibility/visibility-registry.js';
import { UsersFacade } from '../../auth/index.js';
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
import type { CreateText, NotificationText } from './item-notifications.listener.js';

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
    private readonly users: UsersFacade,
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
      this.notifyPostAuthor(event, postId, { authorId, actorId }, (who, title) => ({
        kind: 'post_edited',
        title: ({ notifications }) => notifications.postEdited.title,
        message: (texts) => texts.notifications.postEdited.message({ who: who(texts), title }),
      })),
    );
    events.on(threadSolved, 'notify-author', ({ postId, postAuthorId, actorId }, event) =>
      this.notifyPostAuthor(event, postId, { authorId: postAuthorId, actorId }, (who, title) => ({
        kind: 'post_solution',
        title: ({ notifications }) => notifications.postSolution.title,
        message: (texts) => texts.notifications.postSolution.message({ who: who(texts), title }),
      })),
    );
    events.on(postDeleted, 'notify-author', (post, event) =>
      this.notifyThreadAuthor(event, post.threadId, post, (who, title) => ({
        kind: 'post_deleted',
        title: ({ notifications }) => notifications.postDeleted.title,
        message: (texts) => texts.notifications.postDeleted.message({ who: who(texts), title }),
      })),
    );
    events.on(threadModerated, 'notify-author', (thread, event) =>
      this.notifyThreadAuthor(event, thread.id, thread, (who, title) =>
        thread.action === 'moved'
          ? {
              kind: 'thread_moved',
              title: ({ notifications }) => notifications.threadMoved.title,
              message: (texts) => texts.notifications.threadMoved.message({ who: who(texts), title }),
            }
          : {
              kind: 'thread_locked',
              title: ({ notifications }) => notifications.threadLocked.title,
              message: (texts) => texts.notifications.threadLocked.message({ who: who(texts), title }),
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
      await this.notifyOfPost(event, post, [post.repliedToId], (who, title) => ({
        kind: 'post_reply',
        title: ({ notifications }) => notifications.postReply.title,
        message: (texts) => texts.notifications.postReply.message({ who: who(texts), title }),
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
    const [who, title] = [await this.sender.findName(authorId), isolated(caption.title)];
    await this.sender.notify({
      userIds: watchers.map(({ userId }) => userId),
      key: `post:${id}`,
      at,
      kind: 'thread_reply',
      title: ({ notifications }) => notifications.threadReply.title,
      message: (texts) => texts.notifications.threadReply.message({ who: who(texts), title }),
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
        title: ({ notifications }) => notifications.threadReplies.title,
        messageEnd: ({ notifications }) => notifications.threadReplies.messageEnd(title),
        subject: { type: 'thread', id: threadId },
      },
    });
  }

  /** A post notifies a mentioned user once, however often it is edited. */
  private async notifyMentioned(event: EventMeta, post: Post, mentioned: string[]): Promise<void> {
    const userIds = mentioned.filter((userId) => userId !== post.authorId);
    await this.notifyOfPost(event, post, userIds, (who, title) => ({
      kind: 'mention',
      title: ({ notifications }) => notifications.mentioned.title,
      message: (texts) => texts.notifications.mentioned.message({ who: who(texts), title }),
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
    const text = createText(await this.sender.findName(authorId), isolated(caption.title));
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
    const text = createText(await this.sender.findName(actorId), isolated(caption.title));
    const group = { type: 'thread', id: caption.threadId };
    await this.sender.notify({ userIds: [authorId], key, at, ...text, url: caption.path, subject, actorId, group });
  }

  /**
   * One for each author, however many of their posts were moved. It names the subject only, since whether they may
   * still see the former thread is not checked when they read it.
   */
  private async notifyMoved(
    { id: key, at }: EventMeta,
    { toId, firstNumber, action, authorIds, actorId }: EventData<typeof postsMoved>,
  ): Promise<void> {
    const caption = await this.forum.findThreadCaption(toId);
    if (!caption) return;
    const who = await this.sender.findName(actorId);
    const to = isolated(caption.title);
    await this.sender.notify({
      userIds: authorIds.filter((userId) => userId !== actorId),
      key,
      at,
      ...(action === 'split'
        ? ({
            kind: 'posts_moved',
            title: ({ notifications }) => notifications.postsMoved.title,
            message: (texts) => texts.notifications.postsMoved.message({ who: who(texts), to }),
          } satisfies NotificationText)
        : ({
            kind: 'thread_merged',
            title: ({ notifications }) => notifications.threadMerged.title,
            message: (texts) => texts.notifications.threadMerged.message({ who: who(texts), to }),
          } satisfies NotificationText)),
      url: caption.threadId === toId ? postPath(toId, firstNumber) : caption.path,
      subject: { type: 'thread', id: toId },
      actorId,
      group: { type: 'thread', id: caption.threadId },
    });
  }

  /** Without a subject, because the thread is gone: for an author who could read it. */
  private async notifyThreadDeleted(
    { id: key, at }: EventMeta,
    { authorId, actorId, title, categoryId, isDemo }: EventData<typeof threadDeleted>,
  ): Promise<void> {
    if (authorId === actorId || isDemo) return;
    if (!(await this.users.mayReadCategory('forum', categoryId ?? null, authorId))) return;
    const who = await this.sender.findName(actorId);
    await this.sender.notify({
      userIds: [authorId],
      key,
      at,
      kind: 'thread_deleted',
      title: ({ notifications }) => notifications.threadDeleted.title,
      message: (texts) => texts.notifications.threadDeleted.message({ who: who(texts), title: isolated(title) }),
      url: '/community',
      subject: null,
      actorId,
    });
  }
}
