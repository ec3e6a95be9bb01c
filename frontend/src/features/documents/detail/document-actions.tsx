import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteDocument, setDocumentStatus } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { getErrorText } from '../../../api/problem';
import { review } from '../../../messages/review';
import { writing } from '../../../messages/writing';
import { documentQuery, refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button, ButtonLink } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';
import { useDeleteItem } from '../../editing/use-delete-item';
import DocumentMenu from './document-menu';

const text = writing.actions;

function useDeleteDocument(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useDeleteItem({
    item: { type: 'document', id: document.id },
    title: document.title,
    texts: text,
    send: () => deleteDocument(document.id),
    onDeleted: async () => {
      // Navigates first: a mounted document screen would refetch the deleted document.
      await navigate({ to: '/docs' });
      for (const name of [document.id, document.slug]) queryClient.removeQueries(documentQuery(name));
      await refreshDocumentLists(queryClient);
    },
  });
}

interface StatusAction {
  to: DocumentStatus;
  label: string;
  /** Whether the action brings the document closer to publication. */
  isForward: boolean;
}

/** The actions the server allows, the most likely next one first. */
function getStatusActions({ abilities, status, review_note }: DocumentResponse, isOwn: boolean): StatusAction[] {
  const isInReview = status === 'IN_REVIEW';
  // Open reviews are published by approving them.
  const isReviewed = isInReview && abilities?.review;
  const actions: (StatusAction & { allowed: boolean | undefined })[] = [
    // The document that was sent back must not be published by the next click.
    {
      to: 'PUBLISHED',
      label: text.publish,
      isForward: review_note === null,
      allowed: abilities?.publish && !isReviewed,
    },
    {
      to: 'IN_REVIEW',
      label: text.submit,
      // Nor submitted again by who sent it back.
      isForward: review_note === null || isOwn,
      allowed: abilities?.submit,
    },
    {
      to: 'DRAFT',
      // As the notice calls it.
      label: isInReview && !isReviewed ? review.withdraw.action : text.withdraw,
      isForward: false,
      allowed: abilities?.withdraw,
    },
    { to: 'ARCHIVED', label: text.archive, isForward: false, allowed: abilities?.archive },
  ];
  return actions.filter((action) => action.allowed && action.to !== status);
}

function useStatusChange(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const mutation = useActionMutation({
    mutationFn: (status: DocumentStatus) => setDocumentStatus(document.id, { status }),
    onSuccess: async (changed, status) => {
      await updateDocumentCache(queryClient, changed);
      toast(text.movedTo[status], { subject: document.id });
    },
    onError: (error) => {
      void alert({ title: text.statusFailedTitle, text: getErrorText(error, text.statusFailed) });
    },
  });
  return { changeStatus: mutation.mutate, pendingStatus: mutation.isPending ? mutation.variables : undefined };
}

const ICON = 16;

/** The actions available to the user: the next publishing step as a button, the rest in a menu. */
export default function DocumentActions({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { changeStatus, pendingStatus } = useStatusChange(document);
  const { remove, isDeleting } = useDeleteDocument(document);
  const isOwn = user?.id === document.author_id;
  const actions = getStatusActions(document, isOwn);
  const next = actions.find((action) => action.isForward);
  const otherActions = actions.filter((action) => action !== next);

  return (
    <>
      {document.abilities?.edit && (
        <ButtonLink
          to="/docs/$id/edit"
          params={{ id: document.id }}
          variant="default"
          icon={<IconPencil size={ICON} aria-hidden="true" />}
        >
          {isOwn ? text.editOwn : text.edit}
        </ButtonLink>
      )}
      {next && (
        <Button
          isLoading={pendingStatus === next.to}
          onClick={() => {
            changeStatus(next.to);
          }}
        >
          {next.label}
        </Button>
      )}
      <DocumentMenu
        document={document}
        isDisabled={isDeleting || otherActions.some((action) => action.to === pendingStatus)}
      >
        {otherActions.map((action) => (
          <MenuItem
            key={action.to}
            onSelect={() => {
              changeStatus(action.to);
            }}
          >
            {action.label}
          </MenuItem>
        ))}
        {document.abilities?.delete && (
          <MenuItem isDestructive icon={<IconTrash size={ICON} aria-hidden="true" />} onSelect={() => void remove()}>
            {text.remove}
          </MenuItem>
        )}
      </DocumentMenu>
    </>
  );
}
