import {
  IconBell,
  IconBookmark,
  IconFileText,
  IconHome,
  IconPencil,
  IconPlus,
  IconSearch,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { messages } from '../../../messages/en';
import { notices } from '../../../messages/en-notifications';
import { getAdminGroups } from '../../../shared/shell/admin-links';

export interface Destination {
  label: string;
  icon: Icon;
  href: string;
}

const publicDestinations: readonly Destination[] = [
  { label: messages.nav.home, icon: IconHome, href: '/' },
  { label: messages.nav.docs, icon: IconFileText, href: '/docs' },
  { label: messages.nav.search, icon: IconSearch, href: '/search' },
];

const getOwnDestinations = (user: OwnUserResponse): Destination[] => [
  { label: messages.nav.myProfile, icon: IconUser, href: `/user/${user.id}` },
  { label: messages.nav.editProfile, icon: IconPencil, href: '/user/profile' },
  { label: messages.nav.myBookmarks, icon: IconBookmark, href: '/user/bookmarks' },
  { label: notices.title, icon: IconBell, href: '/notifications' },
];

/** The screens the user may open, in the order of use. */
export function getDestinations(user: OwnUserResponse | null): Destination[] {
  if (!user) return [...publicDestinations];
  const canCreate = user.permissions.includes('content.create');
  const write = { label: messages.docs.create, icon: IconPlus, href: '/docs/create' };
  return [...publicDestinations, ...(canCreate ? [write] : []), ...getOwnDestinations(user)];
}

/** The admin screens the user may open. */
export function getAdminDestinations(user: OwnUserResponse | null): Destination[] {
  return getAdminGroups(user?.permissions ?? []).flatMap(({ links }) =>
    links.map(({ label, icon, to }) => ({ label, icon, href: to })),
  );
}
