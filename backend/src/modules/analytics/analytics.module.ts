import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { RolesModule } from '../roles/index.js';
import { ActivityListener } from './activity/activity.listener.js';
import { ActivityLog } from './activity/activity-log.js';
import { Contributions } from './activity/contributions.js';
import { UserActivityController } from './activity/user-activity.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewQueries } from './overview/overview.queries.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule],
  controllers: [OverviewController, UserActivityController],
  providers: [ActivityListener, ActivityLog, Contributions, OverviewQueries],
})
export class AnalyticsModule {}
