import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu/menu';
import { MenuItem } from '../../../ui/menu/menu-items';
import { useDeleteDocument } from './use-delete-document';
import { statusActs, useStatusChange } from './use-status-change';

const text = writing.acts;
const ICON = 16;

/** What this person may do with this document: the next step towards the readers as a button, the rest in a menu. */
export default function DocumentActs({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { change, pending } = useStatusChange(document);
  const { remove, isDeleting } = useDeleteDocument(document);
  const acts = statusActs(document);
  const next = acts.find((act) => act.forward);
  const others = acts.filter((act) => act !== next);
  const isOwn = user?.id === document.author_id;

  return (
    <>
      {document.abilities?.edit && (
        <ButtonLink
          to="/docs/$id/edit"
          params={{ id: document.id }}
          look="default"
          icon={<IconPencil size={ICON} aria-hidden="true" />}
        >
          {isOwn ? text.editOwn : text.edit}
        </ButtonLink>
      )}
      {next && (
        <Button
          loading={pending === next.to}
          onClick={() => {
            change(next.to);
          }}
        >
          {next.label}
        </Button>
      )}
      {(others.length > 0 || document.abilities?.delete) && (
        <Menu
          align="start"
          trigger={(props) => (
            <IconButton
              {...props}
              framed
              aria-label={text.acts}
              disabled={isDeleting || others.some((act) => act.to === pending)}
            >
              <IconDots size={ICON} aria-hidden="true" />
            </IconButton>
          )}
        >
          {others.map((act) => (
            <MenuItem
              key={act.to}
              onSelect={() => {
                change(act.to);
              }}
            >
              {act.label}
            </MenuItem>
          ))}
          {document.abilities?.delete && (
            <MenuItem destructive icon={<IconTrash size={ICON} aria-hidden="true" />} onSelect={() => void remove()}>
              {text.remove}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
