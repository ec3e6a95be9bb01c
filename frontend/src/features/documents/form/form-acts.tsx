import { useNavigate } from '@tanstack/react-router';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { writing } from '../../../messages/en-writing';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import classes from './document-form.module.css';

const text = writing.form;

interface FormActsProps {
  existing: DocumentResponse | undefined;
  /** The status the save under way asks for; absent when there is none. */
  pending: { status?: DocumentStatus } | undefined;
  onSaveAs: (status: DocumentStatus) => void;
}

/** What can be done with what is written; the plain save is the form's own submit. */
export function FormActs({ existing, pending, onSaveAs }: FormActsProps) {
  const navigate = useNavigate();
  const canPublish = useCan('content.publish');
  const isDraft = !existing || existing.status === 'DRAFT';
  const mayPublish = existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish;
  const maySubmit = existing ? existing.abilities?.submit : true;
  const isPending = (status?: DocumentStatus) => pending !== undefined && pending.status === status;
  return (
    <div className={classes.acts}>
      <Button look="quiet" onClick={() => void navigate({ to: '/docs' })}>
        {text.cancel}
      </Button>
      <Button type="submit" look={maySubmit || mayPublish ? 'default' : 'primary'} loading={isPending()}>
        {isDraft ? text.saveDraft : text.saveChanges}
      </Button>
      {maySubmit && (
        <Button
          look={mayPublish ? 'default' : 'primary'}
          loading={isPending('IN_REVIEW')}
          onClick={() => {
            onSaveAs('IN_REVIEW');
          }}
        >
          {text.submit}
        </Button>
      )}
      {mayPublish && (
        <Button
          loading={isPending('PUBLISHED')}
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
