import { AdminModule, adminTables } from './modules/admin/index.js';
import { AnalyticsModule, analyticsTables } from './modules/analytics/index.js';
import { AuthModule, authTables } from './modules/auth/index.js';
import { ContentModule, contentTables } from './modules/content/index.js';
import { ForumModule, forumTables } from './modules/forum/index.js';
import { NotificationsModule, notificationsTables } from './modules/notifications/index.js';
import { RolesModule, rolesTables } from './modules/roles/index.js';
import { BackupTables, platformTables, type TableDeclarations } from './platform/backup/backup-tables.js';

/** The modules, in the order of their dependencies. */
export const modules = [
  RolesModule,
  AuthModule,
  ContentModule,
  ForumModule,
  NotificationsModule,
  AnalyticsModule,
  AdminModule,
];

/** The tables of each module. */
export const moduleTables = {
  roles: rolesTables,
  auth: authTables,
  content: contentTables,
  forum: forumTables,
  notifications: notificationsTables,
  analytics: analyticsTables,
  admin: adminTables,
} satisfies Record<string, TableDeclarations>;

/** All tables, for backups. */
export const backupTables = new BackupTables([platformTables, ...Object.values(moduleTables)]);
