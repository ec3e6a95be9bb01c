import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/index.js';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { RolesModule } from '../roles/index.js';
import { HealthAlertNotifier } from './health/health-alert-notifier.js';
import { SystemHealthController } from './health/system-health.controller.js';
import { Pages } from '../../platform/web/pages.js';
import { AuditLogController } from './audit-log/audit-log.controller.js';
import { AuditLogService } from './audit-log/audit-log.service.js';
import { BackupsController } from './backups/backups.controller.js';
import { BackupsService } from './backups/backups.service.js';
import { DemoContentController } from './demo-content/demo-content.controller.js';
import { DemoContentService } from './demo-content/demo-content.service.js';
import { DeletedSubjectsListener } from './moderation/deleted-subjects.listener.js';
import { ReportsQueries } from './moderation/reports.queries.js';
import { ModerationNotificationsListener } from './moderation/moderation-notifications.listener.js';
import { ModerationAccess } from './moderation/moderation-access.js';
import { ModerationService } from './moderation/moderation.service.js';
import { ReportsRepository } from './moderation/reports.repository.js';
import { ReportedSubjectsService } from './moderation/reported-subjects.service.js';
import { ReportsController } from './moderation/reports.controller.js';
import { ReportsService } from './moderation/reports.service.js';
import { OwnDataController, PersonalDataController } from './personal-data/personal-data.controller.js';
import { PersonalDataService } from './personal-data/personal-data.service.js';
import { ModerationQueueController } from './moderation-queue/moderation-queue.controller.js';
import { ModerationQueueQueries } from './moderation-queue/moderation-queue.queries.js';
import { ModerationQueueService } from './moderation-queue/moderation-queue.service.js';
import { FiguresExportController } from './figures-export/figures-export.controller.js';
import { FiguresExporter } from './figures-export/figures-exporter.js';
import { SetupChecklistController } from './setup-checklist/setup-checklist.controller.js';
import { SetupChecklistService } from './setup-checklist/setup-checklist.service.js';
import { MailTestService } from './settings/mail-test.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { TrashController } from './trash/trash.controller.js';
import { TrashQueries } from './trash/trash.queries.js';
import { TrashService } from './trash/trash.service.js';
import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

/** Administration across modules. */
@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule, NotificationsModule, AnalyticsModule],
  controllers: [
    AuditLogController,
    BackupsController,
    DemoContentController,
    OwnDataController,
    PersonalDataController,
    ModerationQueueController,
    FiguresExportController,
    ReportsController,
    SettingsController,
    SetupChecklistController,
    SystemHealthController,
    TrashController,
  ],
  providers: [
    AuditLogService,
    BackupsService,
    DemoContentService,
    MailTestService,
    DeletedSubjectsListener,
    HealthAlertNotifier,
    ReportsQueries,
    ModerationNotificationsListener,
    ModerationAccess,
    ModerationService,
    PersonalDataService,
    ModerationQueueQueries,
    ModerationQueueService,
    FiguresExporter,
    ReportsRepository,
    ReportedSubjectsService,
    ReportsService,
    SetupChecklistService,
    TrashQueries,
    TrashService,
  ],
})
export class AdminModule {
  constructor(pages: Pages) {
    pages.add('/admin', { title: ({ pages: texts }) => texts.adminDashboard });
    pages.add('/admin/moderation', { title: ({ pages: texts }) => texts.moderation });
    pages.add('/admin/reports', { title: ({ pages: texts }) => texts.reports });
    pages.add('/admin/audit-log', { title: ({ pages: texts }) => texts.auditLog });
    pages.add('/admin/settings', { title: ({ pages: texts }) => texts.settings });
    pages.add('/admin/trash', { title: ({ pages: texts }) => texts.trash });
    pages.add('/user/trash', { title: ({ pages: texts }) => texts.trash });
  }
}

export const adminTables: TableDeclarations = {
  kept: ['moderation_assignments', 'reports'],
  excluded: { health_alerts: 'state of the running hub' },
};
