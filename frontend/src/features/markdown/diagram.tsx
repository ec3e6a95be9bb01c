import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../../messages/common';
import { renderFigure } from './figures';
import classes from './markdown.module.css';

/**
 * A diagram: its source, until it is drawn above it. React renders neither the drawing nor that the source is collapsed
 * then; another source replaces the drawing once its own is ready.
 * @param children the source as a code block
 */
export function Diagram({ source, children }: { source: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current ? renderFigure(element.current) : undefined), [source]);
  return (
    <div className={classes.diagram}>
      <div ref={element} data-diagram="" />
      <details open>
        <summary>{messages.markdown.diagramSource}</summary>
        {children}
      </details>
    </div>
  );
}
