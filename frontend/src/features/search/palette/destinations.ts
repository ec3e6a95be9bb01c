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
import { adminGroupsFor } from '../../../shared/admin/admin-links';

export interface Destination {
  label: string;
  icon: Icon;
  href: string;
}

const everyone: readonly Destination[] = [
  { label: messages.nav.home, icon: IconHome, href: '/' },
  { label: messages.nav.docs, icon: IconFileText, href: '/docs' },
  { label: messages.nav.search, icon: IconSearch, href: '/search' },
];

const own = (user: OwnUserResponse): Destination[] => [
  { label: messages.nav.myProfile, icon: IconUser, href: `/user/${user.id}` },
  { label: messages.nav.editProfile, icon: IconPencil, href: '/user/profile' },
  { label: messages.nav.myBookmarks, icon: IconBookmark, href: '/user/bookmarks' },
  { label: notices.title, icon: IconBell, href: '/notifications' },
];

/** Where this person may go, in the order of use; a screen that exists gets its line here. */
export function destinationsFor(user: OwnUserResponse | null): Destination[] {
  if (!user) return [...everyone];
  const mayWrite = user.permissions.includes('content.create');
  const write = { label: messages.docs.create, icon: IconPlus, href: '/docs/create' };
  return [...everyone, ...(mayWrite ? [write] : []), ...own(user)];
}

/** The screens of the administration that this person may open. */
export function adminDestinationsFor(user: OwnUserResponse | null): Destination[] {
  return adminGroupsFor(user?.permissions ?? []).flatMap(({ links }) =>
    links.map(({ label, icon, to }) => ({ label, icon, href: to })),
  );
}
