import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const adminTables: TableDeclarations = {
  kept: ['moderation_assignments', 'reports'],
  excluded: { health_alerts: 'state of the running hub' },
};
