import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { messages } from '../../messages/common';
import { pageTree as text } from '../../messages/page-tree';
import { IconButton } from '../../ui/button';
import { useModal } from '../../ui/dialogs/dialog';
import { RestrictedMark } from '../categories/restricted-mark';
import { type CurrentPage, PageTree } from './page-tree';
import classes from './page-tree-drawer.module.css';

interface PageTreeDrawerProps {
  page: CurrentPage;
  onClose: () => void;
}

/** Over the text, where there is no room beside it. */
export default function PageTreeDrawer({ page, onClose }: PageTreeDrawerProps) {
  const dialog = useModal();
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-labelledby={heading}
      className={classes.drawer}
      data-scrolled
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <div className={classes.about}>
            <h2 id={heading} className={classes.heading}>
              {page.category.title}
            </h2>
            <RestrictedMark category={page.category} />
          </div>
          <IconButton data-autofocus aria-label={messages.common.close} onClick={onClose}>
            <IconX size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <nav aria-label={text.pages}>
          <PageTree category={page.category} current={page} onNavigate={onClose} />
        </nav>
      </div>
    </dialog>
  );
}
