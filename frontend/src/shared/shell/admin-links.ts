import {
  IconChartBar,
  IconClipboardList,
  IconEye,
  IconFileText,
  IconFolders,
  IconGavel,
  IconKey,
  IconLayoutDashboard,
  IconLock,
  IconMessages,
  IconPalette,
  IconSettings,
  IconShare,
  IconTicket,
  IconTrash,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
  type Icon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { admin } from '../../messages/admin';
import { trashTexts } from '../../messages/trash';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { MODERATION_REQUIREMENTS } from '../moderation/moderation';
import { meetsRequirement, type Requirement } from '../session/session';
import { TRASH_PERMISSIONS } from '../trash/trash-permissions';

const text = admin.frame;

interface AdminLink {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: Icon;
  /** One of several is enough. */
  permission: Requirement | readonly Requirement[];
}

interface AdminGroup {
  label: string;
  links: readonly AdminLink[];
}

/** All admin screens, in the order of the side navigation. */
const groups: readonly AdminGroup[] = [
  {
    label: text.groups.overview,
    links: [
      { to: '/admin', label: text.dashboard, icon: IconLayoutDashboard, permission: 'admin.dashboard' },
      { to: '/admin/analytics', label: text.analytics, icon: IconChartBar, permission: 'analytics.view' },
    ],
  },
  {
    label: text.groups.content,
    links: [
      { to: '/admin/content', label: text.content, icon: IconFileText, permission: 'admin.content' },
      { to: '/admin/moderation', label: text.moderation, icon: IconGavel, permission: MODERATION_REQUIREMENTS },
      { to: '/admin/categories', label: text.categories, icon: IconFolders, permission: 'categories.manage' },
      { to: '/admin/share-links', label: text.shareLinks, icon: IconShare, permission: 'content.edit_any' },
      { to: '/admin/trash', label: trashTexts.title, icon: IconTrash, permission: TRASH_PERMISSIONS },
    ],
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
      { to: '/admin/groups', label: text.userGroups, icon: IconUsersPlus, permission: 'users.manage' },
      { to: '/admin/roles', label: text.roles, icon: IconUsersGroup, permission: 'roles.manage' },
      { to: '/admin/permissions', label: text.permissions, icon: IconLock, permission: 'permissions.manage' },
      { to: '/admin/role-display', label: text.roleDisplay, icon: IconEye, permission: 'roles.manage' },
      { to: '/admin/role-styling', label: text.roleStyling, icon: IconPalette, permission: 'roles.manage' },
      { to: '/admin/role-codes', label: text.roleCodes, icon: IconTicket, permission: 'system.manage' },
    ],
  },
  {
    label: text.groups.system,
    links: [
      { to: '/admin/settings', label: text.settings, icon: IconSettings, permission: 'system.manage' },
      { to: '/admin/audit-log', label: text.auditLog, icon: IconClipboardList, permission: 'system.manage' },
      { to: '/admin/api-tokens', label: text.apiTokens, icon: IconKey, permission: 'system.manage' },
    ],
  },
];

type User = Pick<OwnUserResponse, 'permissions' | 'moderates_categories'>;

const mayOpen = (user: User | null, { permission }: AdminLink): boolean =>
  [permission].flat().some((each) => meetsRequirement(user, each));

/** The screens the user may open; empty groups are omitted. */
export function getAdminGroups(user: User | null): AdminGroup[] {
  return groups
    .map(({ label, links }) => ({ label, links: links.filter((link) => mayOpen(user, link)) }))
    .filter(({ links }) => links.length > 0);
}
