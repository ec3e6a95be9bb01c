import {
  IconEye,
  IconFolders,
  IconLock,
  IconMessages,
  IconPalette,
  IconTicket,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { admin } from '../../messages/en-admin';

const text = admin.frame;

export interface AdminLink {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: Icon;
  permission: string;
}

interface AdminGroup {
  label: string;
  links: readonly AdminLink[];
}

/** All admin screens, in the order of the side navigation. */
const groups: readonly AdminGroup[] = [
  { label: text.groups.overview, links: [] },
  {
    label: text.groups.content,
    links: [{ to: '/admin/categories', label: text.categories, icon: IconFolders, permission: 'categories.manage' }],
  },
  {
    label: text.groups.community,
    links: [
      {
        to: '/admin/forum-categories',
        label: text.forumCategories,
        icon: IconMessages,
        permission: 'forum.manage_categories',
      },
    ],
  },
  {
    label: text.groups.people,
    links: [
      { to: '/admin/users', label: text.users, icon: IconUsers, permission: 'users.manage' },
      { to: '/admin/roles', label: text.roles, icon: IconUsersGroup, permission: 'roles.manage' },
      { to: '/admin/permissions', label: text.permissions, icon: IconLock, permission: 'permissions.manage' },
      { to: '/admin/role-display', label: text.roleDisplay, icon: IconEye, permission: 'roles.manage' },
      { to: '/admin/role-styling', label: text.roleStyling, icon: IconPalette, permission: 'roles.manage' },
      { to: '/admin/role-codes', label: text.roleCodes, icon: IconTicket, permission: 'system.manage' },
    ],
  },
  { label: text.groups.system, links: [] },
];

/** The screens the user may open; empty groups are omitted. */
export function getAdminGroups(permissions: readonly string[]): AdminGroup[] {
  return groups
    .map(({ label, links }) => ({ label, links: links.filter(({ permission }) => permissions.includes(permission)) }))
    .filter(({ links }) => links.length > 0);
}
