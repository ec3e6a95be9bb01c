import { useMediaQuery } from '@mantine/hooks';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import { writing } from '../../messages/writing';
import { Button } from '../../ui/button';
import { MenuItem } from '../../ui/menu';
import { FormActionBar } from './form-action-bar';
import type { ListPath } from './item-kind';

const text = writing.form;

interface SaveActionsProps {
  cancelPath: ListPath;
  isDraft: boolean;
  canSubmit: boolean | undefined;
  canPublish: boolean | undefined;
  /** The status in which readers see an item of the kind. */
  publishedStatus: ContentStatus;
  /** Why the form cannot be saved yet. */
  disabledReason?: string | undefined;
  /** The status requested by the save in progress; absent when nothing is being saved. */
  pendingSave: { status?: ContentStatus } | undefined;
  saveState: Parameters<typeof FormActionBar>[0]['saveState'];
  onSaveAs: (status: ContentStatus) => void;
}

/** The actions of the form of an item; the plain save is the form's own submit. */
export function SaveActions({
  cancelPath,
  isDraft,
  canSubmit,
  canPublish,
  publishedStatus,
  disabledReason,
  pendingSave,
  saveState,
  onSaveAs,
}: SaveActionsProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const isPending = (status: ContentStatus) => pendingSave?.status === status;
  const isSaving = pendingSave !== undefined && !isPending('IN_REVIEW') && !isPending(publishedStatus);
  // Phones have room for two buttons; the menu contains the others.
  const hasMenu = isPhone && (canPublish || canSubmit);
  const disabled = { disabled: disabledReason !== undefined, title: disabledReason };
  const submitForReview = () => {
    onSaveAs('IN_REVIEW');
  };
  return (
    <FormActionBar
      saveState={saveState}
      cancelPath={cancelPath}
      menu={
        hasMenu
          ? { items: canSubmit && canPublish && <MenuItem onSelect={submitForReview}>{text.submit}</MenuItem> }
          : undefined
      }
    >
      <Button
        type="submit"
        variant={canSubmit || canPublish ? 'default' : 'primary'}
        isLoading={isSaving}
        {...disabled}
      >
        {isDraft ? text.saveDraft : text.saveChanges}
      </Button>
      {canSubmit && !(hasMenu && canPublish) && (
        <Button
          variant={canPublish ? 'default' : 'primary'}
          isLoading={isPending('IN_REVIEW')}
          onClick={submitForReview}
          {...disabled}
        >
          {text.submit}
        </Button>
      )}
      {canPublish && (
        <Button
          isLoading={isPending(publishedStatus)}
          onClick={() => {
            onSaveAs(publishedStatus);
          }}
          {...disabled}
        >
          {text.publish}
        </Button>
      )}
    </FormActionBar>
  );
}
