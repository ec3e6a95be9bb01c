import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { useCan } from '../../../shared/session/session';
import { SaveActions } from '../../editing/save-actions';

export const isDraft = (document: DocumentResponse | undefined) => !document || document.status === 'DRAFT';

type FormActionsProps = Pick<Parameters<typeof SaveActions>[0], 'pendingSave' | 'saveState' | 'onSaveAs'> & {
  existing: DocumentResponse | undefined;
};

export function DocumentFormActions({ existing, ...saving }: FormActionsProps) {
  const canPublish = useCan('content.publish');
  return (
    <SaveActions
      {...saving}
      cancelPath="/docs"
      isDraft={isDraft(existing)}
      canSubmit={existing ? existing.abilities?.submit : true}
      canPublish={existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish}
      publishedStatus="PUBLISHED"
    />
  );
}
