import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { formatRecentTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { useCan } from '../../../shared/session/session';
import { Button, IconButton } from '../../../ui/button';
import { Menu, MenuItem } from '../../../ui/menu';
import type { AutosaveState } from '../drafts/use-autosave';
import classes from './document-form.module.css';

const text = writing.form;

export const isDraft = (document: DocumentResponse | undefined) => !document || document.status === 'DRAFT';

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

interface FormActionsProps {
  existing: DocumentResponse | undefined;
  /** The status requested by the save in progress; absent when nothing is being saved. */
  pendingSave: { status?: DocumentStatus } | undefined;
  saveState: SaveState;
  onSaveAs: (status: DocumentStatus) => void;
}

/** The actions of the form; the plain save is the form's own submit. */
export function FormActions({ existing, pendingSave, saveState, onSaveAs }: FormActionsProps) {
  const navigate = useNavigate();
  const canPublish = useCan('content.publish');
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const canPublishNow = existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish;
  const canSubmit = existing ? existing.abilities?.submit : true;
  const isPending = (status?: DocumentStatus) => pendingSave !== undefined && pendingSave.status === status;
  // Phones have room for two buttons; the menu contains the others.
  const hasMenu = isPhone && (canPublishNow || canSubmit);
  const saveStateText = getSaveStateText(saveState);
  const cancel = () => void navigate({ to: '/docs' });
  const submitForReview = () => {
    onSaveAs('IN_REVIEW');
  };
  return (
    <div className={classes.actions} data-bottom-actions>
      <p className={classes.saveState}>{saveStateText}</p>
      {hasMenu ? (
        <Menu
          align="start"
          trigger={
            <IconButton isFramed aria-label={text.moreActions}>
              <IconDots size={16} aria-hidden="true" />
            </IconButton>
          }
        >
          {canSubmit && canPublishNow && <MenuItem onSelect={submitForReview}>{text.submit}</MenuItem>}
          <MenuItem onSelect={cancel}>{text.cancel}</MenuItem>
        </Menu>
      ) : (
        <Button variant="subtle" onClick={cancel}>
          {text.cancel}
        </Button>
      )}
      <Button type="submit" variant={canSubmit || canPublishNow ? 'default' : 'primary'} isLoading={isPending()}>
        {isDraft(existing) ? text.saveDraft : text.saveChanges}
      </Button>
      {canSubmit && !(hasMenu && canPublishNow) && (
        <Button
          variant={canPublishNow ? 'default' : 'primary'}
          isLoading={isPending('IN_REVIEW')}
          onClick={submitForReview}
        >
          {text.submit}
        </Button>
      )}
      {canPublishNow && (
        <Button
          isLoading={isPending('PUBLISHED')}
          onClick={() => {
            onSaveAs('PUBLISHED');
          }}
        >
          {text.publish}
        </Button>
      )}
    </div>
  );
}
