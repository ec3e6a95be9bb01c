import { Module } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { RolesModule } from '../roles/index.js';
import { ActivityController } from './activity/activity.controller.js';
import { ActivityListener } from './activity/activity.listener.js';
import { ActivityLog } from './activity/activity-log.js';
import { ActivityPersonalData } from './activity/activity-personal-data.js';
import { ActivityQueries } from './activity/activity.queries.js';
import { Contributions } from './activity/contributions.js';
import { UserActivityController } from './activity/user-activity.controller.js';
import { AnalyticsSettings } from './analytics.settings.js';
import { AnalyticsExport } from './export/analytics-export.js';
import { ExportController } from './export/export.controller.js';
import { FiguresController } from './figures/figures.controller.js';
import { GrowthQueries } from './figures/growth.queries.js';
import { RollupChecks } from './figures/rollup-checks.js';
import { SeriesQueries } from './figures/series.queries.js';
import { TopContent } from './figures/top-content.js';
import { InsightsController } from './insights/insights.controller.js';
import { InsightsQueries } from './insights/insights.queries.js';
import { OverviewController } from './overview/overview.controller.js';
import { OverviewQueries } from './overview/overview.queries.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule],
  controllers: [
    OverviewController,
    FiguresController,
    InsightsController,
    ActivityController,
    ExportController,
    UserActivityController,
  ],
  providers: [
    ActivityListener,
    ActivityLog,
    ActivityPersonalData,
    ActivityQueries,
    AnalyticsExport,
    AnalyticsSettings,
    Contributions,
    GrowthQueries,
    InsightsQueries,
    OverviewQueries,
    RollupChecks,
    SeriesQueries,
    TopContent,
  ],
})
export class AnalyticsModule {
  constructor(pages: Pages) {
    pages.add('/admin/analytics', { title: 'Analytics' });
  }
}
