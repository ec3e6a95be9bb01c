import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { commentCreated, commentDeleted, commentEdited, commentPath, ContentFacade } from '../../content/index.js';
import { Notifier } from '../sending/notifier.js';

interface Written {
  id: string;
  itemId: string;
  authorId: string;
}

/** Tells people that they were mentioned, and authors that somebody has commented, or has changed or deleted what they wrote. */
@Injectable()
export class CommentNewsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly content: ContentFacade,
    private readonly notifier: Notifier,
  ) {}

  onModuleInit(): void {
    this.events.on(commentCreated, 'notify', (comment) => this.created(comment, comment.mentioned));
    this.events.on(commentEdited, 'notify', (comment) => this.mention(comment, comment.added));
    this.events.on(commentEdited, 'notify-author', (comment, { id }) => this.edited(id, comment));
    this.events.on(commentDeleted, 'notify-author', (comment, { id }) => this.deleted(id, comment));
  }

  /** The author of the content is told once, also when mentioned. */
  private async created(comment: Written, mentioned: string[]): Promise<void> {
    await this.mention(comment, mentioned);
    const item = await this.content.caption(comment.itemId);
    if (!item || item.authorId === comment.authorId || mentioned.includes(item.authorId)) return;
    const message = `${await this.nameOf(comment.authorId)} commented on “${item.title}”.`;
    await this.notifier.notify({
      userIds: [item.authorId],
      key: `comment:${comment.id}`,
      kind: 'comment',
      title: 'New comment',
      message,
      url: commentPath(item.path, comment.id),
      subject: { type: 'comment', id: comment.id },
    });
  }

  /** One comment mentions a person once, however often it is edited. */
  private async mention({ id, itemId, authorId }: Written, mentioned: string[]): Promise<void> {
    const userIds = mentioned.filter((person) => person !== authorId);
    const item = userIds.length ? await this.content.caption(itemId) : undefined;
    if (!item) return;
    const message = `${await this.nameOf(authorId)} mentioned you in a comment on “${item.title}”.`;
    await this.notifier.notify({
      userIds,
      key: `comment:${id}`,
      kind: 'mention',
      title: 'You were mentioned',
      message,
      url: commentPath(item.path, id),
      subject: { type: 'comment', id },
    });
  }

  private async edited(key: string, { id, itemId, authorId, actorId }: Written & { actorId: string }): Promise<void> {
    const item = authorId === actorId ? undefined : await this.content.caption(itemId);
    if (!item) return;
    const message = `${await this.nameOf(actorId)} edited your comment on “${item.title}”.`;
    await this.notifier.notify({
      userIds: [authorId],
      key,
      kind: 'comment_edited',
      title: 'Your comment was edited',
      message,
      url: commentPath(item.path, id),
      subject: { type: 'comment', id },
    });
  }

  private async deleted(
    key: string,
    { itemId, authorId, actorId }: { itemId: string; authorId: string; actorId: string },
  ): Promise<void> {
    const item = authorId === actorId ? undefined : await this.content.caption(itemId);
    if (!item) return;
    const message = `${await this.nameOf(actorId)} deleted your comment on “${item.title}”.`;
    await this.notifier.notify({
      userIds: [authorId],
      key,
      kind: 'comment_deleted',
      title: 'Your comment was deleted',
      message,
      url: item.path,
      subject: { type: item.kind, id: item.id },
    });
  }

  private async nameOf(id: string): Promise<string> {
    return (
      (await this.database.one<{ name: string }>('select name from people where id = $1', [id]))?.name ?? 'Somebody'
    );
  }
}
