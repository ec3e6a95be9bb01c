import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type EventMeta, Events } from '../../../platform/events/events.js';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade, reviewClosed, type ReviewRequested, reviewRequested } from '../../content/index.js';
import { InboxService } from '../inbox/inbox.service.js';
import { NotificationSender } from '../sending/notification-sender.js';
import { isolated } from '../sending/notification-store.js';

const notificationKinds = { item: 'review_requested', edit: 'edit_review_requested' } as const;

/** Notifies reviewers of submissions, and withdraws the notifications once nothing is left to decide. */
@Injectable()
export class ReviewNotificationsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly content: ContentFacade,
    private readonly users: UsersFacade,
    private readonly sender: NotificationSender,
    private readonly inbox: InboxService,
  ) {}

  onModuleInit(): void {
    this.events.on(reviewRequested, 'notify-reviewers', (submission, event) =>
      this.database.transaction(() => this.notifyReviewers(event, submission)),
    );
    this.events.on(reviewClosed, 'notify-reviewers', ({ id, of: subject, isDecided }, { id: before }) =>
      this.inbox.close({ kind: notificationKinds[subject], subjectId: id, before, isRead: isDecided }),
    );
  }

  private async notifyReviewers(
    { id: key, at }: EventMeta,
    { id, actorId, of: subject, note }: ReviewRequested,
  ): Promise<void> {
    // Listeners of both events run in any order, so the submission may be decided already.
    if (!(await this.content.lockAwaitsReview(id, subject))) return;
    const item = await this.content.findCaption(id);
    if (!item) return;
    // Only users who may see an item once it is published can decide on it.
    const publishers = await this.users.findIdsByPermissions(
      'content.publish',
      ...(item.visibility === 'INTERNAL' ? ['content.view_internal'] : []),
    );
    const reviewers = [...publishers, ...(await this.users.findCategoryModerators(item.categoryId))];
    const who = await this.sender.findName(actorId);
    const title = isolated(item.title);
    await this.sender.notify({
      // The author of an item that another user put into review is notified of that.
      userIds: reviewers.filter((userId) => userId !== actorId && userId !== item.authorId),
      key,
      at,
      kind: notificationKinds[subject],
      title: ({ notifications }) => notifications.reviewRequested.title,
      message: (texts) => {
        const { message, ofEdit } = texts.notifications.reviewRequested;
        const text = (subject === 'edit' ? ofEdit : message)({ who: who(texts), title });
        return [text, note].filter(Boolean).join(' ');
      },
      url: item.path,
      subject: { type: item.kind, id },
      actorId,
    });
  }
}
