import { IconCornerDownLeft } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import { PathLink } from '../../../shared/path-link';
import { HighlightedText } from '../highlighted-text';
import classes from './palette.module.css';
import type { PaletteEntry } from './use-palette-entries';

interface PaletteOptionProps {
  entry: PaletteEntry;
  id: string;
  isActive: boolean;
  onHover: () => void;
  /** Called for a click and for Enter. */
  onOpen: () => void;
}

export function PaletteOption({ entry, id, isActive, onHover, onOpen }: PaletteOptionProps) {
  const { icon: Icon, label, excerpt, kind, href, action } = entry;
  const common: ComponentPropsWithoutRef<'a'> = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: classes.option,
    // `pointermove` instead of `pointerenter`: content scrolling under a resting pointer must not change the selection.
    onPointerMove: isActive ? undefined : onHover,
  };
  const content = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <span className={classes.text}>
        <span className={classes.label}>
          <HighlightedText parts={label} />
        </span>
        {excerpt && excerpt.length > 0 && (
          <span className={classes.lines}>
            <HighlightedText parts={excerpt} />
          </span>
        )}
      </span>
      {kind && <span className={classes.kind}>{kind}</span>}
      <IconCornerDownLeft size={16} aria-hidden="true" className={classes.enter} />
    </>
  );
  if (href === undefined) {
    return (
      <div {...(common as ComponentPropsWithoutRef<'div'>)} onClick={action}>
        {content}
      </div>
    );
  }
  return (
    <PathLink {...common} href={href} onOpen={onOpen}>
      {content}
    </PathLink>
  );
}
