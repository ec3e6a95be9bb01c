import {
  IconBookmark,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconPencil,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { messages } from '../../messages/common';
import { admin } from '../../messages/admin';
import { shortcuts } from '../../messages/shortcuts';
import { trashTexts } from '../../messages/trash';
import { Avatar } from '../../ui/avatar';
import { Menu, MenuRadioItem, MenuGroup, MenuItem, MenuLink } from '../../ui/menu';
import { getAdminGroups } from './admin-links';
import { useLogout } from '../session/use-logout';
import { openShortcuts } from '../shortcuts/shortcuts-host';
import { colorSchemeOptions, useColorScheme } from './color-scheme';
import { useRecentPages } from './use-recent-pages';
import classes from './shell.module.css';

const ICON = 16;

export default function UserMenu({ user }: { user: OwnUserResponse }) {
  const { scheme, choose } = useColorScheme();
  const signOut = useLogout();
  // Here, because the menu follows the page, and guests have none.
  useRecentPages(user.id);
  // The dashboard, for those who may see it; custom roles may have other screens only.
  const firstScreen = getAdminGroups(user)[0]?.links[0];
  return (
    <Menu
      trigger={
        <button type="button" className={classes.trigger} aria-label={messages.nav.userMenu(user.name)}>
          <Avatar name={user.name} src={user.avatar_url} />
        </button>
      }
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
      <MenuLink to="/user/trash" icon={<IconTrash size={ICON} aria-hidden="true" />}>
        {trashTexts.title}
      </MenuLink>
      {firstScreen && (
        <MenuLink to={firstScreen.to} icon={<IconLayoutDashboard size={ICON} aria-hidden="true" />}>
          {firstScreen.to === '/admin' ? messages.nav.adminDashboard : admin.frame.label}
        </MenuLink>
      )}
      <MenuGroup label={messages.theme.label}>
        {colorSchemeOptions.map((choice) => (
          <MenuRadioItem
            key={choice.scheme}
            isChecked={scheme === choice.scheme}
            icon={<choice.icon size={ICON} aria-hidden="true" />}
            onSelect={() => {
              choose(choice.scheme);
            }}
          >
            {choice.label}
          </MenuRadioItem>
        ))}
      </MenuGroup>
      <MenuItem icon={<IconKeyboard size={ICON} aria-hidden="true" />} onSelect={openShortcuts}>
        {shortcuts.title}
      </MenuItem>
      <MenuItem icon={<IconLogout size={ICON} aria-hidden="true" />} onSelect={() => void signOut()}>
        {messages.nav.logout}
      </MenuItem>
    </Menu>
  );
}
