import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { RolesModule } from '../roles/index.js';
import { HealthAlertNotifier } from './health/health-alert-notifier.js';
import { SystemHealthController } from './health/system-health.controller.js';
import { AdminPages } from './admin.pages.js';
import { AuditLogController } from './audit-log/audit-log.controller.js';
import { AuditLogExport } from './audit-log/audit-log-export.js';
import { AuditLogQueries } from './audit-log/audit-log.queries.js';
import { AuditRetention } from './audit-log/audit-retention.js';
import { BackupsController } from './backups/backups.controller.js';
import { BackupsService } from './backups/backups.service.js';
import { DeletedSubjectsListener } from './moderation/deleted-subjects.listener.js';
import { HiddenItemsQueries } from './moderation/hidden-items.queries.js';
import { ModerationNotificationsListener } from './moderation/moderation-notifications.listener.js';
import { ModerationService } from './moderation/moderation.service.js';
import { ReportPersonalData } from './moderation/report-personal-data.js';
import { ReportQueue } from './moderation/report-queue.js';
import { ReportedSubjects } from './moderation/reported-subjects.js';
import { ReportsAdminController } from './moderation/reports-admin.controller.js';
import { ReportsController } from './moderation/reports.controller.js';
import { ReportsQueries } from './moderation/reports.queries.js';
import { ReportsRepository } from './moderation/reports.repository.js';
import { ReportsService } from './moderation/reports.service.js';
import { OwnDataController, PersonalDataController } from './personal-data/personal-data.controller.js';
import { PersonalDataService } from './personal-data/personal-data.service.js';
import { QueueController } from './queue/queue.controller.js';
import { QueueQueries } from './queue/queue.queries.js';
import { QueueService } from './queue/queue.service.js';
import { ReportController } from './report/report.controller.js';
import { ReportExport } from './report/report-export.js';
import { MailTestService } from './settings/mail-test.service.js';
import { SettingsController } from './settings/settings.controller.js';

/** Administration across modules. */
@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule, NotificationsModule],
  controllers: [
    AuditLogController,
    BackupsController,
    OwnDataController,
    PersonalDataController,
    QueueController,
    ReportController,
    ReportsController,
    ReportsAdminController,
    SettingsController,
    SystemHealthController,
  ],
  providers: [
    AdminPages,
    AuditLogExport,
    AuditLogQueries,
    AuditRetention,
    BackupsService,
    MailTestService,
    DeletedSubjectsListener,
    HealthAlertNotifier,
    HiddenItemsQueries,
    ModerationNotificationsListener,
    ModerationService,
    PersonalDataService,
    QueueQueries,
    QueueService,
    ReportExport,
    ReportPersonalData,
    ReportQueue,
    ReportedSubjects,
    ReportsQueries,
    ReportsRepository,
    ReportsService,
  ],
})
export class AdminModule {}
