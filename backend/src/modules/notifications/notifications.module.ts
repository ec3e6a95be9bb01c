import { Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs.js';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { RolesModule } from '../roles/index.js';
import { InboxQueries } from './inbox/inbox.queries.js';
import { InboxService } from './inbox/inbox.service.js';
import { NotificationsController } from './inbox/notifications.controller.js';
import { CommentNewsListener } from './listeners/comment-news.listener.js';
import { DocumentNewsListener } from './listeners/document-news.listener.js';
import { RoleNewsListener } from './listeners/role-news.listener.js';
import { LiveStreams } from './live/live-streams.js';
import { NotificationsFacade } from './notifications.facade.js';
import { NotificationsPages } from './notifications.pages.js';
import { NotificationMails } from './sending/notification-mails.js';
import { Notifier } from './sending/notifier.js';
import { UnsubscribeLinks } from './unsubscribe/unsubscribe-links.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule],
  // Before the one whose routes have an id where this one has a word.
  controllers: [UnsubscribeController, NotificationsController],
  providers: [
    CommentNewsListener,
    DocumentNewsListener,
    InboxQueries,
    InboxService,
    LiveStreams,
    NotificationMails,
    NotificationsFacade,
    NotificationsPages,
    Notifier,
    RoleNewsListener,
    UnsubscribeLinks,
  ],
  exports: [NotificationsFacade],
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly inbox: InboxService,
  ) {}

  onModuleInit(): void {
    this.jobs.define('notifications.sweep', () => this.inbox.sweep(), { cron: '47 3 * * *' });
  }
}
