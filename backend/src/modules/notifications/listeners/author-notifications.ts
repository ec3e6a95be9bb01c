import { Injectable } from '@nestjs/common';
import type { EventMeta } from '../../../platform/events/events.js';
import { ContentFacade, type ContentKind, plainExcerpt } from '../../content/index.js';
import { isolated, Notifier } from '../sending/notifier.js';

export interface NotificationText {
  kind: string;
  title: string;
  message: string;
}

/** What happened to an item; `actorId` is null for the system. */
interface ItemChange {
  id: string;
  authorId: string;
  actorId: string | null;
}

/** Notifies authors of what happened to their items, unless they did it themselves. */
@Injectable()
export class AuthorNotifications {
  constructor(
    private readonly content: ContentFacade,
    private readonly notifier: Notifier,
  ) {}

  /**
   * @param note in Markdown, follows the message as plain text; may be empty
   * @param createText gets the name of the actor and the title in quotes
   */
  async notify(
    { id: key, at }: EventMeta,
    { id, authorId, actorId }: ItemChange,
    note: string,
    createText: (who: string, what: string) => NotificationText,
  ): Promise<void> {
    if (authorId === actorId) return;
    const item = await this.content.findCaption(id);
    if (!item) return;
    const who = actorId === null ? '' : await this.notifier.findName(actorId);
    const { kind, title, message } = createText(who, `“${isolated(item.title)}”`);
    await this.notifier.notify({
      userIds: [authorId],
      key,
      at,
      kind,
      title,
      message: note ? `${message} ${plainExcerpt(note)}` : message,
      url: item.path,
      subject: { type: item.kind, id },
    });
  }

  /** Without a subject: the item is gone, so there is nothing to check visibility for. */
  async notifyDeleted(
    { id: key, at }: EventMeta,
    kind: ContentKind,
    { authorId, actorId, title }: { authorId: string; actorId: string; title: string },
  ): Promise<void> {
    if (authorId === actorId) return;
    const message = `${await this.notifier.findName(actorId)} deleted “${isolated(title)}”.`;
    await this.notifier.notify({
      userIds: [authorId],
      key,
      at,
      kind: `${kind}_deleted`,
      title: `Your ${kind} was deleted`,
      message,
      url: kind === 'document' ? '/docs' : '/videos',
      subject: null,
    });
  }
}
