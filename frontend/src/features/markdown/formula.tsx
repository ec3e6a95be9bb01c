import { memo } from 'react';
import { renderFigure } from './figures';
import type { MathKind } from './hast';
import classes from './markdown.module.css';

/**
 * A formula in TeX: its source, until it is rendered. A changed one is another element, because React knows only the
 * source.
 */
export const Formula = memo(function Formula({ source, kind }: { source: string; kind: MathKind }) {
  return (
    <span key={source} ref={renderFigure} className={classes.source} data-math={kind}>
      {source}
    </span>
  );
});
