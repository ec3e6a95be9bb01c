import {
  type Icon,
  IconBell,
  IconBookmark,
  IconChecklist,
  IconFileText,
  IconHome,
  IconKeyboard,
  IconLogin,
  IconLogout,
  IconMessages,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSettings,
  IconTrash,
  IconUser,
  IconUserPlus,
  IconVideo,
} from '@tabler/icons-react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { messages } from '../../../messages/common';
import { admin } from '../../../messages/admin';
import { notices } from '../../../messages/notifications';
import { searchTexts } from '../../../messages/search';
import { trashTexts } from '../../../messages/trash';
import { shortcuts } from '../../../messages/shortcuts';
import { documentsList } from '../../../messages/documents';
import { videosList } from '../../../messages/videos';
import { INVITE_PATH, INVITE_PERMISSION } from '../../../shared/access/invite';
import { requestSignIn } from '../../../shared/session/sign-in-request';
import { useLogout } from '../../../shared/session/use-logout';
import { openShortcuts } from '../../../shared/shortcuts/shortcuts-host';
import { getAdminGroups } from '../../../shared/shell/admin-links';
import { colorSchemeOptions, useColorScheme } from '../../../shared/shell/color-scheme';

const text = searchTexts.palette;

/** A screen to open, or an action. */
export interface Command {
  key: string;
  label: string;
  icon: Icon;
  /** Other words that find it. */
  keywords?: readonly string[];
  href?: string;
  action?: () => void;
}

interface CommandGroup {
  label: string;
  commands: Command[];
}

const screen = (label: string, icon: Icon, href: string): Command => ({ key: `go ${href}`, label, icon, href });

const signIn = () => {
  requestSignIn({ reason: 'login' });
};

/** The screens the user may open, in the order of use. */
function getScreens(user: OwnUserResponse | null): Command[] {
  const can = (permission: string) => user?.permissions.includes(permission);
  return [
    screen(messages.nav.home, IconHome, '/'),
    screen(messages.nav.docs, IconFileText, '/docs'),
    screen(messages.nav.videos, IconVideo, '/videos'),
    screen(messages.nav.community, IconMessages, '/community'),
    screen(messages.nav.search, IconSearch, '/search'),
    ...(can('content.create')
      ? [screen(documentsList.create, IconPlus, '/docs/create'), screen(videosList.create, IconVideo, '/videos/create')]
      : []),
    ...(can('content.publish') || user?.moderates_categories
      ? [screen(text.inReview, IconChecklist, '/docs?status=IN_REVIEW')]
      : []),
    ...(user
      ? [
          screen(messages.nav.myProfile, IconUser, `/user/${user.id}`),
          screen(messages.nav.editProfile, IconPencil, '/user/profile'),
          screen(messages.nav.myBookmarks, IconBookmark, '/user/bookmarks'),
          screen(trashTexts.title, IconTrash, '/user/trash'),
          screen(notices.title, IconBell, '/notifications'),
          screen(text.settings, IconSettings, '/user/profile?tab=settings'),
        ]
      : [{ key: 'login', label: messages.nav.login, icon: IconLogin, action: signIn }]),
  ];
}

function getAdminScreens(user: OwnUserResponse | null): Command[] {
  const links = getAdminGroups(user).flatMap((group) => group.links);
  return links.map(({ label, icon, to }) => screen(to === '/admin' ? messages.nav.adminDashboard : label, icon, to));
}

/** All commands of the user. */
export function useCommands(user: OwnUserResponse | null): CommandGroup[] {
  const { scheme, choose } = useColorScheme();
  const signOut = useLogout();
  const themes = colorSchemeOptions
    .filter((option) => option.scheme !== scheme)
    .map((option): Command => ({
      key: `theme ${option.scheme}`,
      label: text.theme(option.label),
      icon: option.icon,
      keywords: [messages.theme.label],
      action: () => {
        choose(option.scheme);
      },
    }));
  const invite: Command = { ...screen(text.invitePeople, IconUserPlus, INVITE_PATH), keywords: text.inviteKeywords };
  const actions = user?.permissions.includes(INVITE_PERMISSION) ? [invite] : [];
  const help: Command = {
    key: 'shortcuts',
    label: shortcuts.title,
    icon: IconKeyboard,
    keywords: text.shortcutsKeywords,
    action: openShortcuts,
  };
  const logout: Command = {
    key: 'logout',
    label: messages.nav.logout,
    icon: IconLogout,
    keywords: text.logoutKeywords,
    action: () => void signOut(),
  };
  return [
    { label: text.goTo, commands: getScreens(user) },
    { label: text.commands, commands: user ? [...actions, ...themes, help, logout] : [...themes, help] },
    { label: admin.frame.label, commands: getAdminScreens(user) },
  ];
}

/** 0: the label begins with the input; 1: one of its words, or a keyword, does; undefined: neither. */
function getRank({ label, keywords = [] }: Command, input: string): number | undefined {
  if (label.toLowerCase().startsWith(input)) return 0;
  return [label, ...keywords].some((name) => ` ${name}`.toLowerCase().includes(` ${input}`)) ? 1 : undefined;
}

/** The commands that the input begins to name, the best matches first. */
export function findCommands(groups: readonly CommandGroup[], input: string): Command[] {
  const typed = input.toLowerCase();
  const ranked = groups.flatMap(({ commands }) =>
    commands.map((command) => ({ command, rank: getRank(command, typed) })),
  );
  return [0, 1].flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ command }) => command));
}
