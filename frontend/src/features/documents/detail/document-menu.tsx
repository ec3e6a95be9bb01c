import { printWithFigures } from '../../markdown/figures';
import { IconCopy, IconDots, IconDownload, IconHistory, IconLink, IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { createDocument } from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { messages } from '../../../messages/common';
import { sharing } from '../../../messages/sharing';
import { writing } from '../../../messages/writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { copyLink } from '../../../shared/copy-link';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { IconButton } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../../ui/lazy';
import { Menu, MenuItem, MenuLink } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';
import { isSharingEnabled } from '../../../shared/share-links/is-sharing-enabled';
import { ShareMenuItem } from '../../../shared/share-links/share-menu-item';

const ShareDialog = lazy(() => import('../../../shared/share-links/share-dialog'));

const text = writing.actions;
const ICON = 16;

/** Creates a draft with the same text and details, and opens it for editing. */
function useDuplicate({ title, content, ...document }: DocumentResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useActionMutation({
    mutationFn: () =>
      createDocument({
        title: text.copyOf(title),
        content,
        summary: document.summary,
        category_id: document.category?.id,
        difficulty: document.difficulty,
        visibility: document.visibility,
        tags: document.tags,
        status: 'DRAFT',
      }),
    onSuccess: async (draft) => {
      await refreshDocumentLists(queryClient);
      await navigate({ to: '/docs/$id/edit', params: { id: draft.id } });
      toast(text.duplicated);
    },
    onError: (error) => void alert({ title: text.duplicateFailedTitle, text: getErrorText(error, text.statusFailed) }),
  });
}

interface DocumentMenuProps {
  document: DocumentResponse;
  isInitiallyOpen?: boolean;
  isDisabled?: boolean;
  /** Further items, after those for readers. */
  children?: ReactNode;
}

/** What readers do with a document; with what authors do, in `children`. */
export default function DocumentMenu({ document, isInitiallyOpen, isDisabled, children }: DocumentMenuProps) {
  const { user } = useSession();
  const duplication = useDuplicate(document);
  const [isSharing, setSharing] = useState(false);
  const menu = (
    <Menu
      align="start"
      isInitiallyOpen={isInitiallyOpen}
      trigger={
        <IconButton isFramed aria-label={messages.common.moreActions} disabled={isDisabled || duplication.isPending}>
          <IconDots size={ICON} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem
        icon={<IconLink size={ICON} aria-hidden="true" />}
        onSelect={() => void copyLink(new URL(window.location.pathname, window.location.origin).href)}
      >
        {sharing.copyLink}
      </MenuItem>
      {document.abilities?.share && isSharingEnabled() && (
        <ShareMenuItem
          onSelect={() => {
            setSharing(true);
          }}
        />
      )}
      <MenuItem
        icon={<IconDownload size={ICON} aria-hidden="true" />}
        onSelect={() => {
          const file = new Blob([`# ${document.title}\n\n${document.content}\n`], { type: 'text/markdown' });
          saveFile(file, `${document.slug}.md`);
        }}
      >
        {text.download}
      </MenuItem>
      <MenuItem
        icon={<IconPrinter size={ICON} aria-hidden="true" />}
        onSelect={() => {
          // After the menu has closed, so that it is not printed.
          setTimeout(() => void printWithFigures());
        }}
      >
        {text.print}
      </MenuItem>
      {(document.abilities?.edit || document.abilities?.publish) && (
        <MenuLink
          to="/docs/$id/revisions"
          params={{ id: document.id }}
          icon={<IconHistory size={ICON} aria-hidden="true" />}
        >
          {text.history}
        </MenuLink>
      )}
      {user?.permissions.includes('content.create') && (
        <MenuItem
          icon={<IconCopy size={ICON} aria-hidden="true" />}
          onSelect={() => {
            duplication.mutate();
          }}
        >
          {text.duplicate}
        </MenuItem>
      )}
      {children}
    </Menu>
  );
  return (
    <>
      {menu}
      {isSharing && (
        <LazyBoundary>
          <ShareDialog
            item={{ ...document, type: 'document' }}
            onClose={() => {
              setSharing(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
