import { useNavigate } from '@tanstack/react-router';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { writing } from '../../../messages/en-writing';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import classes from './document-form.module.css';

const text = writing.form;

interface FormActionsProps {
  existing: DocumentResponse | undefined;
  /** The status requested by the save in progress; absent when nothing is being saved. */
  pendingSave: { status?: DocumentStatus } | undefined;
  onSaveAs: (status: DocumentStatus) => void;
}

/** The actions of the form; the plain save is the form's own submit. */
export function FormActions({ existing, pendingSave, onSaveAs }: FormActionsProps) {
  const navigate = useNavigate();
  const canPublish = useCan('content.publish');
  const isDraft = !existing || existing.status === 'DRAFT';
  const canPublishNow = existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish;
  const canSubmit = existing ? existing.abilities?.submit : true;
  const isPending = (status?: DocumentStatus) => pendingSave !== undefined && pendingSave.status === status;
  return (
    <div className={classes.actions}>
      <Button variant="subtle" onClick={() => void navigate({ to: '/docs' })}>
        {text.cancel}
      </Button>
      <Button type="submit" variant={canSubmit || canPublishNow ? 'default' : 'primary'} isLoading={isPending()}>
        {isDraft ? text.saveDraft : text.saveChanges}
      </Button>
      {canSubmit && (
        <Button
          variant={canPublishNow ? 'default' : 'primary'}
          isLoading={isPending('IN_REVIEW')}
          onClick={() => {
            onSaveAs('IN_REVIEW');
          }}
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
