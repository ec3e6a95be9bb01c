export { analyticsTables } from './analytics.tables.js';
export { AnalyticsModule } from './analytics.module.js';
