import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const notificationsTables: TableDeclarations = { kept: ['notifications'], excluded: {} };
