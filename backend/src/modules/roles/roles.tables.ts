import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const rolesTables: TableDeclarations = { kept: ['roles'], excluded: {} };
