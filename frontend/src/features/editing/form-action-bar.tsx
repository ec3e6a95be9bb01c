import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatRecentTime } from '@hub/shared/formats';
import { messages } from '../../messages/common';
import { writing } from '../../messages/writing';
import { Button, IconButton } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import type { AutosaveState } from './drafts/use-autosave';
import type { ListPath } from './item-kind';
import classes from './item-form.module.css';

const text = writing.form;

interface SaveState {
  isDirty: boolean;
  autosaveState: AutosaveState;
  /** When the form was last saved on the server. */
  savedAt: number | undefined;
}

function getSaveStateText({ isDirty, autosaveState, savedAt }: SaveState): string | undefined {
  if (!isDirty) return savedAt === undefined ? undefined : text.saved(formatRecentTime(savedAt));
  if (autosaveState.kind === 'failed') return text.notSavedInBrowser;
  return autosaveState.kind === 'stored' ? text.savedInBrowser(formatRecentTime(autosaveState.at)) : undefined;
}

interface FormActionBarProps {
  saveState: SaveState;
  cancelPath: ListPath;
  /** Phones have room for two buttons; with more of them a menu contains the others, which are given here. */
  menu?: { items: ReactNode } | undefined;
  /** The buttons that save. */
  children: ReactNode;
}

/** The bar at the end of a form, always visible. */
export function FormActionBar({ saveState, cancelPath, menu, children }: FormActionBarProps) {
  const navigate = useNavigate();
  const cancel = () => void navigate({ to: cancelPath });
  return (
    <div className={classes.actions} data-bottom-actions>
      <p className={classes.saveState}>{getSaveStateText(saveState)}</p>
      {menu ? (
        <Menu
          align="start"
          trigger={
            <IconButton isFramed aria-label={messages.common.moreActions}>
              <IconDots size={16} aria-hidden="true" />
            </IconButton>
          }
        >
          {menu.items}
          <MenuItem onSelect={cancel}>{text.cancel}</MenuItem>
        </Menu>
      ) : (
        <Button variant="subtle" onClick={cancel}>
          {text.cancel}
        </Button>
      )}
      {children}
    </div>
  );
}
