import type { HastNode } from '@hub/shared/markdown/hast';
import type { RawHtml } from '@hub/shared/markdown/parse-markdown';
import { useHydrated } from '@tanstack/react-router';
import { lazy, memo, type ReactNode, useState } from 'react';
import { isServer } from '../../lib/is-server';
import { LazyBoundary } from '../../ui/lazy';
import { getLoadedContent, loadContent, preloadContent } from './load-content';
import { ServedText } from './served-text';
import { useTextActions } from './text-actions';
import classes from './markdown.module.css';

void preloadContent();
const LazyContent = lazy(loadContent);

const focusText = (text: HTMLElement | null) => text?.focus({ preventScroll: true });

export interface MarkdownProps {
  text: string;
  /** Modifies the parsed tree; must be referentially stable. */
  adjust?: (tree: HastNode) => void;
  /** Comments have lower limits, because a page contains many. */
  isComment?: boolean;
  /** Long texts are rendered to their end, in steps; by default only when the reader asks for it. */
  isWhole?: boolean;
  /** Omitted by default. */
  rawHtml?: RawHtml;
  /** Renders a notice above the text, about its tree. */
  describe?: (tree: HastNode) => ReactNode;
}

/**
 * Renders user-written Markdown; raw HTML is never interpreted. A text that the server has rendered stays as it is,
 * until another one takes its place: its page needs neither the parser nor the highlighter.
 */
export const Markdown = memo(function UserText(props: MarkdownProps) {
  const isHydrated = useHydrated();
  const [served, setServed] = useState(isHydrated || isServer ? undefined : props.text);
  const [wantsEverything, setWantsEverything] = useState(false);
  const { handleClick, zoomed } = useTextActions();
  const Content = getLoadedContent() ?? LazyContent;
  // Its HTML is gone with the first other text.
  if (served !== undefined && served !== props.text) setServed(undefined);
  if (served === props.text) {
    const handleServedClick = (event: Parameters<typeof handleClick>[0]) => {
      if (event.target instanceof Element && event.target.closest('[data-shows-all]')) {
        setServed(undefined);
        setWantsEverything(true);
      } else handleClick(event);
    };
    return (
      <>
        <ServedText onClick={handleServedClick} />
        {zoomed}
      </>
    );
  }
  return (
    <>
      <div
        className={classes.markdown}
        onClick={handleClick}
        // The button that had the focus is gone.
        {...(wantsEverything && { ref: focusText, tabIndex: -1 })}
      >
        {/* Tries again once another screen has loaded the content. */}
        <LazyBoundary
          key={Content === LazyContent ? 'loading' : 'loaded'}
          errorFallback={<div className={classes.unformatted}>{props.text}</div>}
        >
          <Content {...props} isWhole={props.isWhole || wantsEverything} />
        </LazyBoundary>
      </div>
      {zoomed}
    </>
  );
});
