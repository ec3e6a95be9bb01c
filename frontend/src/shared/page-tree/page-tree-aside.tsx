import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { pageTree as text } from '../../messages/page-tree';
import { IconButton } from '../../ui/button';
import { RestrictedMark } from '../categories/restricted-mark';
import { type CurrentPage, PageTree } from './page-tree';
import classes from './page-tree-aside.module.css';
import { hideTree, useTreeState } from './tree-state';

const ICON = 18;

/** Beside the text. Hiding it leaves its column free, so that the text does not move. */
export default function PageTreeAside({ page }: { page: CurrentPage }) {
  const { isHidden } = useTreeState();
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  // The button has another place then.
  useEffect(() => {
    if (wasPressed.current) button.current?.focus();
    wasPressed.current = false;
  }, [isHidden]);
  const toggle = (
    <IconButton
      ref={button}
      aria-label={isHidden ? text.show : text.hide}
      aria-expanded={!isHidden}
      onClick={() => {
        wasPressed.current = true;
        hideTree(!isHidden);
      }}
    >
      {isHidden ? (
        <IconLayoutSidebarLeftExpand size={ICON} aria-hidden="true" />
      ) : (
        <IconLayoutSidebarLeftCollapse size={ICON} aria-hidden="true" />
      )}
    </IconButton>
  );
  if (isHidden) return toggle;
  return (
    <nav aria-label={text.pages} className={classes.aside}>
      <div className={classes.head}>
        <div className={classes.about}>
          <p className={classes.heading}>{page.category.title}</p>
          <RestrictedMark category={page.category} />
        </div>
        {toggle}
      </div>
      <PageTree category={page.category} current={page} />
    </nav>
  );
}
