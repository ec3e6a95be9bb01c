import {
  IconDots,
  IconDownload,
  IconEraser,
  IconKey,
  IconLogout,
  IconUserCheck,
  IconUserOff,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { peopleTexts as text } from '../../../messages/admin-people';
import { groupTexts } from '../../../messages/groups';
import { SecretDialog } from '../../../shared/secret-dialog/secret-dialog';
import { useSession } from '../../../shared/session/session';
import { IconButton } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { Menu, MenuItem } from '../../../ui/menu';
import { useUserActions } from './use-user-actions';

const ICON = 16;

/** Actions that ask in a dialog of their own. */
export interface UserDialogActions {
  onSignOut: (user: UserSummaryResponse) => void;
  onErase: (user: UserSummaryResponse) => void;
  onChangeGroups: (user: UserSummaryResponse) => void;
}

interface UserMenuProps extends UserDialogActions {
  user: UserSummaryResponse;
}

/** What administrators can do with an account; less with their own. */
export function UserMenu({ user, onSignOut, onErase, onChangeGroups }: UserMenuProps) {
  const isSelf = useSession().user?.id === user.id;
  const [link, setLink] = useState<string>();
  const { deactivate, reactivate, sendLink, exportData } = useUserActions(user, setLink);
  const isActive = user.deactivated_at === null;
  // The address of a user with more permissions is not shown, and has to be typed to erase the user.
  const isReadable = user.email !== null;
  return (
    <>
      <Menu
        trigger={
          <IconButton isFramed aria-label={text.actionsFor(user.name)}>
            <IconDots size={ICON} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem
          icon={<IconUsersPlus size={ICON} aria-hidden="true" />}
          onSelect={() => {
            onChangeGroups(user);
          }}
        >
          {groupTexts.user.label}
        </MenuItem>
        {isActive && (
          <>
            <MenuItem icon={<IconKey size={ICON} aria-hidden="true" />} onSelect={sendLink}>
              {text.resetLink.label}
            </MenuItem>
            <MenuItem
              icon={<IconLogout size={ICON} aria-hidden="true" />}
              onSelect={() => {
                onSignOut(user);
              }}
            >
              {text.signOut.label}
            </MenuItem>
          </>
        )}
        {isReadable && (
          <MenuItem icon={<IconDownload size={ICON} aria-hidden="true" />} onSelect={exportData}>
            {text.export.label}
          </MenuItem>
        )}
        {!isSelf && isActive && (
          <MenuItem
            isDestructive
            icon={<IconUserOff size={ICON} aria-hidden="true" />}
            onSelect={() => void deactivate()}
          >
            {text.deactivate.label}
          </MenuItem>
        )}
        {!isSelf && !isActive && (
          <MenuItem icon={<IconUserCheck size={ICON} aria-hidden="true" />} onSelect={reactivate}>
            {text.reactivate.label}
          </MenuItem>
        )}
        {!isSelf && isReadable && (
          <MenuItem
            isDestructive
            icon={<IconEraser size={ICON} aria-hidden="true" />}
            onSelect={() => {
              onErase(user);
            }}
          >
            {text.erase.label}
          </MenuItem>
        )}
      </Menu>
      {link !== undefined && (
        <SecretDialog
          title={text.resetLink.title}
          text={isolate(text.resetLink.text, user.name)}
          secret={link}
          copyLabel={text.copyLink}
          onClose={() => {
            setLink(undefined);
          }}
        />
      )}
    </>
  );
}
