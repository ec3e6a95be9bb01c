export { ActivityLog } from './activity/activity-log.js';
export { AnalyticsModule, analyticsTables } from './analytics.module.js';
