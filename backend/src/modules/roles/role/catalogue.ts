/** All permissions: for guards, the permission editor and the access screens. */
export const permissions = [
  { id: 'content.create', name: 'Create content', description: 'Write documents and add videos', category: 'Content' },
  {
    id: 'content.edit_any',
    name: 'Edit any content',
    description: 'Edit documents and videos of other authors',
    category: 'Content',
  },
  {
    id: 'content.publish',
    name: 'Publish content',
    description: 'Set any status and review what others submit',
    category: 'Content',
  },
  {
    id: 'content.delete_any',
    name: 'Delete any content',
    description: 'Delete documents and videos of other authors',
    category: 'Content',
  },
  {
    id: 'content.view_internal',
    name: 'View internal content',
    description: 'Read internal content',
    category: 'Content',
  },
  {
    id: 'content.set_internal',
    name: 'Make content internal',
    description: 'Set the visibility of content to Internal',
    category: 'Content',
  },
  {
    id: 'categories.manage',
    name: 'Manage categories',
    description: 'Create, change and delete content categories',
    category: 'Content',
  },
  {
    id: 'comments.create',
    name: 'Comment',
    description: 'Write comments on documents and videos',
    category: 'Community',
  },
  { id: 'reactions.create', name: 'React', description: 'React to documents, videos and posts', category: 'Community' },
  { id: 'forum.post', name: 'Post in the forum', description: 'Start threads and reply', category: 'Forum' },
  {
    id: 'forum.moderate',
    name: 'Moderate the forum',
    description: 'Pin, lock, solve, move, edit and delete threads and posts',
    category: 'Forum',
  },
  {
    id: 'forum.manage_categories',
    name: 'Manage forum categories',
    description: 'Create, change and delete forum categories',
    category: 'Forum',
  },
  {
    id: 'admin.dashboard',
    name: 'Admin dashboard',
    description: 'See the dashboard and system health',
    category: 'Admin',
  },
  { id: 'analytics.view', name: 'View analytics', description: 'See totals and recent activity', category: 'Admin' },
  {
    id: 'admin.content',
    name: 'Content administration',
    description: 'See and manage all content in the admin area',
    category: 'Admin',
  },
  {
    id: 'moderation.handle',
    name: 'Handle moderation',
    description: 'Handle the moderation queue and reports',
    category: 'Admin',
  },
  { id: 'users.manage', name: 'Manage users', description: 'See users and change their roles', category: 'Admin' },
  {
    id: 'roles.manage',
    name: 'Manage roles',
    description: 'Create and style roles and their badges',
    category: 'Admin',
  },
  {
    id: 'permissions.manage',
    name: 'Manage permissions',
    description: 'Choose what each role can do',
    category: 'Admin',
  },
  {
    id: 'system.manage',
    name: 'Manage the system',
    description: 'Backups, exports, settings, audit log and role codes',
    category: 'Admin',
  },
] as const;

export type Permission = (typeof permissions)[number]['id'];

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
const admin: Permission[] = permissions.map(({ id }) => id);

/** The five system roles with their initial permissions. The first migration inserts them; a test compares. */
export const systemRoles = [
  {
    name: 'ADMIN',
    displayName: 'Administrator',
    description: 'Full access',
    color: '#DC2626',
    priority: 100,
    badgeVisible: true,
    permissions: admin,
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
