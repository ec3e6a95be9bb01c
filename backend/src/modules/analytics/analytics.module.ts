import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { RolesModule } from '../roles/index.js';
import { ActivityListener } from './activity/activity.listener.js';
import { ActivityLog } from './activity/activity-log.js';
import { UserActivityController } from './activity/user-activity.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewQueries } from './overview/overview.queries.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule],
  controllers: [OverviewController, UserActivityController],
  providers: [ActivityListener, ActivityLog, OverviewQueries],
})
export class AnalyticsModule {}
