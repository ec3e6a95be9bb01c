import { Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs.js';
import { Pages } from '../../platform/web/pages.js';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { RolesModule } from '../roles/index.js';
import { DigestScheduler } from './digest/digest-scheduler.js';
import { DigestSender } from './digest/digest-sender.js';
import { DigestQueries } from './digest/digest.queries.js';
import { DigestsRepository } from './digest/digests.repository.js';
import { NotificationSettingsController } from './settings/notification-settings.controller.js';
import { NotificationSettingsRepository } from './settings/notification-settings.repository.js';
import { NotificationSettingsService } from './settings/notification-settings.service.js';
import { InboxService } from './inbox/inbox.service.js';
import { NotificationGroupsQueries } from './inbox/notification-groups.queries.js';
import { NotificationsController } from './inbox/notifications.controller.js';
import { ItemNotificationsListener } from './listeners/item-notifications.listener.js';
import { CommentNotificationsListener } from './listeners/comment-notifications.listener.js';
import { ForumNotificationsListener } from './listeners/forum-notifications.listener.js';
import { ReviewNotificationsListener } from './listeners/review-notifications.listener.js';
import { RoleNotificationsListener } from './listeners/role-notifications.listener.js';
import { LiveStreamsService } from './inbox/live-streams.service.js';
import { OwnNotifications } from './inbox/own-notifications.js';
import { NotificationsFacade } from './notifications.facade.js';
import { NotificationMailer } from './sending/notification-mailer.js';
import { NotificationStore } from './sending/notification-store.js';
import { RecipientFinder } from './sending/recipient-finder.js';
import { NotificationSender } from './sending/notification-sender.js';
import { PushController } from './push/push.controller.js';
import { PushNotificationsQueries } from './push/push-notifications.queries.js';
import { PushSender } from './push/push-sender.js';
import { PushService } from './push/push.service.js';
import { PushSubscriptionsRepository } from './push/push-subscriptions.repository.js';
import { UnsubscribeLinkSigner } from './unsubscribe/unsubscribe-link-signer.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';
import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule],
  // The last has routes with an :id, which would match the fixed paths of the others.
  controllers: [UnsubscribeController, NotificationSettingsController, PushController, NotificationsController],
  providers: [
    CommentNotificationsListener,
    DigestQueries,
    DigestScheduler,
    DigestSender,
    DigestsRepository,
    NotificationSettingsRepository,
    NotificationSettingsService,
    ItemNotificationsListener,
    ForumNotificationsListener,
    InboxService,
    LiveStreamsService,
    NotificationGroupsQueries,
    NotificationMailer,
    OwnNotifications,
    NotificationStore,
    NotificationsFacade,
    NotificationSender,
    PushNotificationsQueries,
    PushSender,
    PushService,
    PushSubscriptionsRepository,
    RecipientFinder,
    ReviewNotificationsListener,
    RoleNotificationsListener,
    UnsubscribeLinkSigner,
  ],
  exports: [NotificationsFacade],
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly inbox: InboxService,
    pages: Pages,
  ) {
    pages.add('/notifications', { title: ({ pages: texts }) => texts.notifications });
  }

  onModuleInit(): void {
    this.jobs.define('notifications.sweep', () => this.inbox.deleteOld(), { cron: '47 3 * * *' });
  }
}

export const notificationsTables: TableDeclarations = {
  kept: ['notifications', 'notification_settings'],
  excluded: {
    push_subscriptions: 'end with their sessions, which are not restored; users turn them on again',
  },
};
