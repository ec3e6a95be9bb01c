import { useMediaQuery } from '@mantine/hooks';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ContentStatus } from '../../../api/generated/model/contentStatus';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { writing } from '../../../messages/en-writing';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { MenuItem } from '../../../ui/menu';
import { FormActionBar } from '../../editing/form-action-bar';

const text = writing.form;

export const isDraft = (document: DocumentResponse | undefined) => !document || document.status === 'DRAFT';

interface FormActionsProps {
  existing: DocumentResponse | undefined;
  /** The status requested by the save in progress; absent when nothing is being saved. */
  pendingSave: { status?: ContentStatus } | undefined;
  saveState: Parameters<typeof FormActionBar>[0]['saveState'];
  onSaveAs: (status: DocumentStatus) => void;
}

/** The actions of the form; the plain save is the form's own submit. */
export function DocumentFormActions({ existing, pendingSave, saveState, onSaveAs }: FormActionsProps) {
  const canPublish = useCan('content.publish');
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const canPublishNow = existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish;
  const canSubmit = existing ? existing.abilities?.submit : true;
  const isPending = (status?: DocumentStatus) => pendingSave !== undefined && pendingSave.status === status;
  // Phones have room for two buttons; the menu contains the others.
  const hasMenu = isPhone && (canPublishNow || canSubmit);
  const submitForReview = () => {
    onSaveAs('IN_REVIEW');
  };
  return (
    <FormActionBar
      saveState={saveState}
      cancelPath="/docs"
      menu={
        hasMenu
          ? { items: canSubmit && canPublishNow && <MenuItem onSelect={submitForReview}>{text.submit}</MenuItem> }
          : undefined
      }
    >
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
    </FormActionBar>
  );
}
