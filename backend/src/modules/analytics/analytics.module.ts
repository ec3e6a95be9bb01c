import { Module } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';
import { AuthModule } from '../auth/index.js';
import { ContentModule } from '../content/index.js';
import { ForumModule } from '../forum/index.js';
import { RolesModule } from '../roles/index.js';
import { AnalyticsController } from './analytics.controller.js';
import { ActivityListener } from './activity/activity.listener.js';
import { ActivityLog } from './activity/activity-log.js';
import { ActivityQueries } from './activity/activity.queries.js';
import { UserContributionsQueries } from './activity/contributions.queries.js';
import { UserActivityController } from './activity/user-activity.controller.js';
import { Settings } from '../../platform/settings/settings.js';
import { outdatedDays, retentionDays } from './analytics.settings.js';
import { AnalyticsExporter } from './export/analytics-exporter.js';
import { FiguresQueries } from './figures/figures.queries.js';
import { RollupChecks } from './figures/rollup-checks.js';
import { TopContentService } from './figures/top-content.service.js';
import { InsightsQueries } from './insights/insights.queries.js';
import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

@Module({
  imports: [RolesModule, AuthModule, ContentModule, ForumModule],
  controllers: [AnalyticsController, UserActivityController],
  providers: [
    ActivityListener,
    ActivityLog,
    ActivityQueries,
    AnalyticsExporter,
    UserContributionsQueries,
    FiguresQueries,
    InsightsQueries,
    RollupChecks,
    TopContentService,
  ],
  exports: [ActivityLog],
})
export class AnalyticsModule {
  constructor(pages: Pages, settings: Settings) {
    settings.register('review', [outdatedDays]);
    settings.register('retention', [retentionDays]);
    pages.add('/admin/analytics', { title: ({ pages: texts }) => texts.analytics });
  }
}

export const analyticsTables: TableDeclarations = {
  kept: ['active_users', 'activity', 'daily_content_views', 'daily_rollups', 'top_content'],
  excluded: {},
};
