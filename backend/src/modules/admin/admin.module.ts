import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { RolesModule } from '../roles/index.js';
import { AutomaticHiding } from './moderation/automatic-hiding.js';
import { DeletedSubjectsListener } from './moderation/deleted-subjects.listener.js';
import { ModerationNotificationsListener } from './moderation/moderation-notifications.listener.js';
import { ModerationService } from './moderation/moderation.service.js';
import { ReportedSubjects } from './moderation/reported-subjects.js';
import { ReportsController } from './moderation/reports.controller.js';
import { ReportsRepository } from './moderation/reports.repository.js';
import { ReportsService } from './moderation/reports.service.js';

/** Administration across modules. */
@Module({
  imports: [RolesModule, AuthModule, NotificationsModule],
  controllers: [ReportsController],
  providers: [
    AutomaticHiding,
    DeletedSubjectsListener,
    ModerationNotificationsListener,
    ModerationService,
    ReportedSubjects,
    ReportsRepository,
    ReportsService,
  ],
})
export class AdminModule {}
