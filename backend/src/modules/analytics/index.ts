export { AnalyticsModule, analyticsTables } from './analytics.module.js';
