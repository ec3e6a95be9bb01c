import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuItem } from '../../../ui/menu';
import { useDeleteDocument } from './use-delete-document';
import { getStatusActions, useStatusChange } from './use-status-change';

const text = writing.actions;
const ICON = 16;

/** The actions available to the user: the next publishing step as a button, the rest in a menu. */
export default function DocumentActions({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { changeStatus, pendingStatus } = useStatusChange(document);
  const { remove, isDeleting } = useDeleteDocument(document);
  const actions = getStatusActions(document);
  const next = actions.find((action) => action.isForward);
  const otherActions = actions.filter((action) => action !== next);
  const isOwn = user?.id === document.author_id;

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
      {(otherActions.length > 0 || document.abilities?.delete) && (
        <Menu
          align="start"
          trigger={
            <IconButton
              isFramed
              aria-label={text.actions}
              disabled={isDeleting || otherActions.some((action) => action.to === pendingStatus)}
            >
              <IconDots size={ICON} aria-hidden="true" />
            </IconButton>
          }
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
        </Menu>
      )}
    </>
  );
}
