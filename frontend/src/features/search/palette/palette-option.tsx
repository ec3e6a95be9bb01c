import { IconCornerDownLeft } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import { PathLink } from '../../../shared/path-link';
import { Marked } from '../marked';
import classes from './palette.module.css';
import type { Entry } from './use-palette-entries';

interface PaletteOptionProps {
  entry: Entry;
  id: string;
  isActive: boolean;
  onActive: () => void;
  /** It has been chosen, whichever way. */
  onOpen: () => void;
}

export function PaletteOption({ entry, id, isActive, onActive, onOpen }: PaletteOptionProps) {
  const { icon: Icon, label, lines, kind, href, act } = entry;
  const common: ComponentPropsWithoutRef<'a'> = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: classes.option,
    // Moving, not entering: what scrolls under a resting pointer is not pointed at.
    onPointerMove: isActive ? undefined : onActive,
  };
  const content = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <span className={classes.text}>
        <span className={classes.label}>
          <Marked parts={label} />
        </span>
        {lines && lines.length > 0 && (
          <span className={classes.lines}>
            <Marked parts={lines} />
          </span>
        )}
      </span>
      {kind && <span className={classes.kind}>{kind}</span>}
      <IconCornerDownLeft size={16} aria-hidden="true" className={classes.enter} />
    </>
  );
  if (href === undefined) {
    return (
      <div {...(common as ComponentPropsWithoutRef<'div'>)} onClick={act}>
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
