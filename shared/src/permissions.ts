/** The ids of all permissions, in the order in which they are listed. */
export const permissionIds = [
  'content.create',
  'content.edit_any',
  'content.publish',
  'content.delete_any',
  'content.view_internal',
  'content.set_internal',
  'categories.manage',
  'comments.create',
  'reactions.create',
  'forum.post',
  'forum.moderate',
  'forum.manage_categories',
  'admin.dashboard',
  'analytics.view',
  'admin.content',
  'moderation.handle',
  'users.manage',
  'roles.manage',
  'permissions.manage',
  'system.manage',
] as const;

export type Permission = (typeof permissionIds)[number];
