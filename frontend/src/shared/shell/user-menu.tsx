import { IconBookmark, IconLayoutDashboard, IconLogout, IconPencil, IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '../../api/generated/auth/auth';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { forgetSearches } from '../../lib/recent-searches';
import { messages } from '../../messages/en';
import { Avatar } from '../../ui/avatar';
import { alert } from '../../ui/dialogs/dialogs';
import { Menu } from '../../ui/menu/menu';
import { MenuChoice, MenuGroup, MenuItem, MenuLink } from '../../ui/menu/menu-items';
import { adminGroupsFor } from '../admin/admin-links';
import { endSession } from '../session/session';
import { themeChoices, useThemeChoice } from './theme-choice';
import classes from './user-menu.module.css';

const ICON = 16;

function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // Away first: an unsaved form may still say stop, and guarded screens must not flash their refusal.
    await navigate({ to: '/' });
    if (window.location.pathname !== '/') return;
    try {
      await logout();
    } catch {
      // The session goes on at the server, and its cookie with it: to show a guest now would be a lie.
      void alert({ title: messages.nav.logoutFailedTitle, text: messages.nav.logoutFailed });
      return;
    }
    forgetSearches();
    endSession(queryClient);
  };
}

export default function UserMenu({ user }: { user: OwnUserResponse }) {
  const { scheme, choose } = useThemeChoice();
  const signOut = useLogout();
  return (
    <Menu
      trigger={(props) => (
        <button type="button" {...props} className={classes.trigger} aria-label={messages.nav.userMenu(user.name)}>
          <Avatar name={user.name} src={user.avatar_url} />
        </button>
      )}
      header={
        <>
          <div className={classes.name}>{user.name}</div>
          <div className={classes.email}>{user.email}</div>
        </>
      }
    >
      <MenuLink to="/user/$id" params={{ id: user.id }} icon={<IconUser size={ICON} aria-hidden="true" />}>
        {messages.nav.myProfile}
      </MenuLink>
      <MenuLink to="/user/profile" icon={<IconPencil size={ICON} aria-hidden="true" />}>
        {messages.nav.editProfile}
      </MenuLink>
      <MenuLink to="/user/bookmarks" icon={<IconBookmark size={ICON} aria-hidden="true" />}>
        {messages.nav.myBookmarks}
      </MenuLink>
      {adminGroupsFor(user.permissions).length > 0 && (
        <MenuLink to="/admin" icon={<IconLayoutDashboard size={ICON} aria-hidden="true" />}>
          {messages.nav.adminDashboard}
        </MenuLink>
      )}
      <MenuGroup label={messages.theme.label}>
        {themeChoices.map((choice) => (
          <MenuChoice
            key={choice.scheme}
            checked={scheme === choice.scheme}
            icon={<choice.icon size={ICON} aria-hidden="true" />}
            onSelect={() => {
              choose(choice.scheme);
            }}
          >
            {choice.label}
          </MenuChoice>
        ))}
      </MenuGroup>
      <MenuItem icon={<IconLogout size={ICON} aria-hidden="true" />} onSelect={() => void signOut()}>
        {messages.nav.logout}
      </MenuItem>
    </Menu>
  );
}
