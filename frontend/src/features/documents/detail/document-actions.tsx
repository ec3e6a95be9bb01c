import { IconFilePlus, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { deleteDocument, setDocumentStatus } from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import type { SetDocumentStatusRequest } from '../../../api/generated/model/setDocumentStatusRequest';
import { getErrorText } from '../../../api/problem';
import { pageMoving } from '../../../messages/page-moving';
import { review } from '../../../messages/review';
import { writing } from '../../../messages/writing';
import { documentQuery, refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button, ButtonLink } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../../ui/lazy';
import { MenuItem, MenuLink } from '../../../ui/menu';
import { isolate } from '../../../ui/isolate';
import { toast } from '../../../ui/toast/toast';
import { useChildrenQuestion } from '../../editing/use-children-question';
import { useDeleteItem } from '../../editing/use-delete-item';
import { TemplateMenuItem, useTemplateChange } from './template-menu-item';
import DocumentMenu from './document-menu';

const MovePageDialog = lazy(() => import('../../../shared/page-tree/move-page-dialog'));

const text = writing.actions;

function useDeleteDocument(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useDeleteItem({
    item: { type: 'document', id: document.id },
    title: document.title,
    texts: text,
    send: (children) => deleteDocument(document.id, children && { children }),
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
  const { ask, dialog } = useChildrenQuestion({ type: 'document', id: document.id });
  const mutation = useActionMutation({
    mutationFn: (change: SetDocumentStatusRequest) => setDocumentStatus(document.id, change),
    onSuccess: async (changed, { status }) => {
      await updateDocumentCache(queryClient, changed);
      toast(text.movedTo[status], { subject: document.id });
    },
    onError: (error) => {
      void alert({ title: text.statusFailedTitle, text: getErrorText(error, text.statusFailed) });
    },
  });
  const changeStatus = async (status: DocumentStatus) => {
    if (status !== 'ARCHIVED') {
      mutation.mutate({ status });
      return;
    }
    const answer = await ask({
      title: isolate(pageMoving.archiveTitle, document.title),
      text: pageMoving.archiveText,
      keep: pageMoving.keepChildren,
      include: pageMoving.archiveChildren,
      confirmLabel: text.archive,
    });
    if (answer) mutation.mutate(answer === 'none' ? { status } : { status, children: answer });
  };
  return { changeStatus, pendingStatus: mutation.isPending ? mutation.variables.status : undefined, dialog };
}

const ICON = 16;

/** The actions available to the user: the next publishing step as a button, the rest in a menu. */
export default function DocumentActions({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { changeStatus, pendingStatus, dialog: statusDialog } = useStatusChange(document);
  const { remove, isDeleting, dialog: deletionDialog } = useDeleteDocument(document);
  const templateChange = useTemplateChange(document);
  const [isMoving, setMoving] = useState(false);
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
            void changeStatus(next.to);
          }}
        >
          {next.label}
        </Button>
      )}
      <DocumentMenu
        document={document}
        isDisabled={
          isDeleting || templateChange.isPending || otherActions.some((action) => action.to === pendingStatus)
        }
      >
        {otherActions.map((action) => (
          <MenuItem
            key={action.to}
            onSelect={() => {
              void changeStatus(action.to);
            }}
          >
            {action.label}
          </MenuItem>
        ))}
        {document.abilities?.make_template && (
          <TemplateMenuItem
            document={document}
            onSelect={() => {
              templateChange.mutate();
            }}
          />
        )}
        {document.category && !document.is_template && user?.permissions.includes('content.create') && (
          <MenuLink
            to="/docs/create"
            search={{ below: document.id, category: document.category.id }}
            icon={<IconFilePlus size={ICON} aria-hidden="true" />}
          >
            {pageMoving.newBelow}
          </MenuLink>
        )}
        {document.abilities?.edit && !document.is_template && (
          <MenuItem
            icon={<IconFolderSymlink size={ICON} aria-hidden="true" />}
            onSelect={() => {
              setMoving(true);
            }}
          >
            {pageMoving.menu}
          </MenuItem>
        )}
        {document.abilities?.delete && (
          <MenuItem isDestructive icon={<IconTrash size={ICON} aria-hidden="true" />} onSelect={() => void remove()}>
            {text.remove}
          </MenuItem>
        )}
      </DocumentMenu>
      {statusDialog}
      {deletionDialog}
      {isMoving && (
        <LazyBoundary>
          <MovePageDialog
            page={{ ...document, type: 'document' }}
            onClose={() => {
              setMoving(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
