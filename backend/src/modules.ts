import type { EntityClass } from '@mikro-orm/postgresql';
import { AdminModule } from './modules/admin/index.js';
import { AnalyticsModule } from './modules/analytics/index.js';
import { AuthModule, Session, User } from './modules/auth/index.js';
import { Category, ContentItem, ContentModule, Document, DocumentRevision, Video } from './modules/content/index.js';
import { ForumCategory, ForumModule } from './modules/forum/index.js';
import { NotificationsModule } from './modules/notifications/index.js';
import { Role, RolesModule } from './modules/roles/index.js';

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

export const entities: EntityClass<object>[] = [
  Role,
  User,
  Session,
  Category,
  ContentItem,
  Document,
  DocumentRevision,
  Video,
  ForumCategory,
];
