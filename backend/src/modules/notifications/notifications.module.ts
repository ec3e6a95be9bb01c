import { Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs.js';
import { Pages } from '../../platform/web/pages.js';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { RolesModule } from '../roles/index.js';
import { InboxQueries } from './inbox/inbox.queries.js';
import { InboxService } from './inbox/inbox.service.js';
import { NotificationsController } from './inbox/notifications.controller.js';
import { AuthorNotifications } from './listeners/author-notifications.js';
import { CommentNotificationsListener } from './listeners/comment-notifications.listener.js';
import { DocumentNotificationsListener } from './listeners/document-notifications.listener.js';
import { ForumNotificationsListener } from './listeners/forum-notifications.listener.js';
import { ReviewNotificationsListener } from './listeners/review-notifications.listener.js';
import { RoleNotificationsListener } from './listeners/role-notifications.listener.js';
import { VideoNotificationsListener } from './listeners/video-notifications.listener.js';
import { LiveStreams } from './inbox/live-streams.js';
import { NotificationsFacade } from './notifications.facade.js';
import { NotificationMails } from './sending/notification-mails.js';
import { NotificationPersonalData } from './sending/notification-personal-data.js';
import { NotificationStore } from './sending/notification-store.js';
import { Notifier } from './sending/notifier.js';
import { UnsubscribeLinks } from './unsubscribe/unsubscribe-links.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule],
  // First: its fixed paths would match the :id of the other controller's routes.
  controllers: [UnsubscribeController, NotificationsController],
  providers: [
    AuthorNotifications,
    CommentNotificationsListener,
    DocumentNotificationsListener,
    ForumNotificationsListener,
    InboxQueries,
    InboxService,
    LiveStreams,
    NotificationMails,
    NotificationPersonalData,
    NotificationsFacade,
    NotificationStore,
    Notifier,
    ReviewNotificationsListener,
    RoleNotificationsListener,
    UnsubscribeLinks,
    VideoNotificationsListener,
  ],
  exports: [NotificationsFacade],
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly inbox: InboxService,
    pages: Pages,
  ) {
    pages.add('/notifications', { title: 'Notifications' });
  }

  onModuleInit(): void {
    this.jobs.define('notifications.sweep', () => this.inbox.deleteOld(), { cron: '47 3 * * *' });
  }
}
