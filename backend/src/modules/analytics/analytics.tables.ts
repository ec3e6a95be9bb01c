import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const analyticsTables: TableDeclarations = {
  kept: ['active_users', 'activity', 'daily_content_views', 'daily_rollups', 'top_content'],
  excluded: {},
};
