import { type Permission, permissionIds } from '@hub/shared/permissions';

interface PermissionTexts {
  name: string;
  description: string;
  category: string;
}

const texts: Record<Permission, PermissionTexts> = {
  'content.create': { name: 'Create content', description: 'Write documents and add videos', category: 'Content' },
  'content.edit_any': {
    name: 'Edit any content',
    description: 'Edit documents and videos of other authors',
    category: 'Content',
  },
  'content.publish': {
    name: 'Publish content',
    description: 'Set any status and review what others submit',
    category: 'Content',
  },
  'content.delete_any': {
    name: 'Delete any content',
    description: 'Delete documents and videos of other authors',
    category: 'Content',
  },
  'content.view_internal': { name: 'View internal content', description: 'Read internal content', category: 'Content' },
  'content.set_internal': {
    name: 'Make content internal',
    description: 'Set the visibility of content to Internal',
    category: 'Content',
  },
  'categories.manage': {
    name: 'Manage categories',
    description: 'Create, change and delete content categories',
    category: 'Content',
  },
  'comments.create': { name: 'Comment', description: 'Write comments on documents and videos', category: 'Community' },
  'reactions.create': { name: 'React', description: 'React to documents, videos and posts', category: 'Community' },
  'forum.post': { name: 'Post in the forum', description: 'Start threads and reply', category: 'Forum' },
  'forum.moderate': {
    name: 'Moderate the forum',
    description: 'Pin, lock, solve, move, edit and delete threads and posts',
    category: 'Forum',
  },
  'forum.manage_categories': {
    name: 'Manage forum categories',
    description: 'Create, change and delete forum categories',
    category: 'Forum',
  },
  'admin.dashboard': { name: 'Admin dashboard', description: 'See the dashboard and system health', category: 'Admin' },
  'analytics.view': { name: 'View analytics', description: 'See totals and recent activity', category: 'Admin' },
  'admin.content': {
    name: 'Content administration',
    description: 'See and manage all content in the admin area',
    category: 'Admin',
  },
  'moderation.handle': {
    name: 'Handle moderation',
    description: 'Handle the moderation queue and reports',
    category: 'Admin',
  },
  'users.manage': { name: 'Manage users', description: 'See users and change their roles', category: 'Admin' },
  'roles.manage': { name: 'Manage roles', description: 'Create and style roles and their badges', category: 'Admin' },
  'permissions.manage': { name: 'Manage permissions', description: 'Choose what each role can do', category: 'Admin' },
  'system.manage': {
    name: 'Manage the system',
    description: 'Backups, exports, settings, audit log and role codes',
    category: 'Admin',
  },
};

/** All permissions: for guards, the permission editor and the access screens. */
export const permissions = permissionIds.map((id) => ({ id, ...texts[id] }));

const everyone: Permission[] = ['comments.create', 'reactions.create', 'forum.post'];
const contributor: Permission[] = [...everyone, 'content.create', 'content.view_internal'];
const reviewer: Permission[] = [...contributor, 'content.publish'];
const editor: Permission[] = [
  ...reviewer,
  'content.edit_any',
  'content.delete_any',
  'content.set_internal',
  'categories.manage',
  'forum.moderate',
  'admin.dashboard',
  'analytics.view',
  'admin.content',
  'moderation.handle',
];
/** The five system roles with their initial permissions. The first migration inserts them; a test compares. */
export const systemRoles = [
  {
    name: 'ADMIN',
    displayName: 'Administrator',
    description: 'Full access',
    color: '#DC2626',
    priority: 100,
    badgeVisible: true,
    permissions: [...permissionIds],
  },
  {
    name: 'EDITOR',
    displayName: 'Editor',
    description: 'Content management and forum moderation',
    color: '#7C3AED',
    priority: 80,
    badgeVisible: true,
    permissions: editor,
  },
  {
    name: 'REVIEWER',
    displayName: 'Reviewer',
    description: 'Content review',
    color: '#2563EB',
    priority: 60,
    badgeVisible: false,
    permissions: reviewer,
  },
  {
    name: 'CONTRIBUTOR',
    displayName: 'Contributor',
    description: 'Content creation',
    color: '#15803D',
    priority: 40,
    badgeVisible: false,
    permissions: contributor,
  },
  {
    name: 'VIEWER',
    displayName: 'Viewer',
    description: 'Basic access',
    color: '#6B7280',
    priority: 20,
    badgeVisible: false,
    permissions: everyone,
  },
] as const;

/** Permissions to change who may do what: API tokens do not use them for writes. */
export const permissionsRequiringSession: ReadonlySet<string> = new Set<Permission>([
  'users.manage',
  'roles.manage',
  'permissions.manage',
  'system.manage',
]);
