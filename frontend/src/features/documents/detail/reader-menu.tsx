import { IconDots } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/common';
import { IconButton } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';

const DocumentMenu = lazy(() => import('./document-menu'));

/** The menu of a document for readers, loaded when it is opened. */
export function ReaderMenu({ document }: { document: DocumentResponse }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <IconButton
      isFramed
      aria-label={messages.common.moreActions}
      aria-haspopup="menu"
      onClick={() => {
        setWanted(true);
      }}
    >
      <IconDots size={16} aria-hidden="true" />
    </IconButton>
  );
  if (!isWanted) return button;
  return (
    <LazyBoundary fallback={button}>
      <DocumentMenu isInitiallyOpen document={document} />
    </LazyBoundary>
  );
}
