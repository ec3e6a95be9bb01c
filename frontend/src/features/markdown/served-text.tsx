import { useLocation } from '@tanstack/react-router';
import { lazy, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyBoundary } from '../../ui/lazy';
import { MissingImage } from './missing-image';
import classes from './markdown.module.css';

/** React keeps what the server has rendered, because it never changes. */
const KEPT = { __html: '' };

interface MissingPlace {
  place: Element;
  alt: string;
}

/** What ServedAdditions adds, as the server marks it. */
const ADDED = '[data-card], [data-math], [data-diagram]';
const ServedAdditions = lazy(() => import('./served-additions'));

interface ServedTextProps {
  onClick: (event: MouseEvent) => void;
}

/** A text that is the server's HTML. */
export function ServedText({ onClick }: ServedTextProps) {
  const element = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<MissingPlace[]>([]);
  const [added, setAdded] = useState<HTMLElement>();
  const hash = useLocation({ select: (location) => location.hash });

  // Before the page scrolls to the heading.
  useLayoutEffect(() => {
    const target = hash && element.current?.querySelector(`#${CSS.escape(hash)}`);
    for (let around = target ? target.closest('details') : null; around;)
      [around.open, around] = [true, around.parentElement?.closest('details') ?? null];
  }, [hash]);

  useEffect(() => {
    const text = element.current;
    if (!text) return undefined;
    const replace = (image: EventTarget | null) => {
      if (!(image instanceof HTMLImageElement)) return;
      const shown = image.closest<HTMLElement>(`.${classes.image}`) ?? image;
      const place = document.createElement('span');
      shown.replaceWith(place);
      setMissing((places) => [...places, { place, alt: image.alt }]);
    };
    const handleError = ({ target }: Event) => {
      replace(target);
    };
    text.addEventListener('error', handleError, true);
    if (text.querySelector(ADDED)) setAdded(text);
    // Those that failed before.
    for (const image of text.querySelectorAll('img')) if (image.complete && image.naturalWidth === 0) replace(image);
    return () => {
      text.removeEventListener('error', handleError, true);
    };
  }, []);

  return (
    <>
      <div
        ref={element}
        className={classes.markdown}
        onClick={onClick}
        dangerouslySetInnerHTML={KEPT}
        suppressHydrationWarning
      />
      {added && (
        // Without them the text has links and sources.
        <LazyBoundary>
          <ServedAdditions text={added} />
        </LazyBoundary>
      )}
      {missing.map(({ place, alt }, index) => createPortal(<MissingImage alt={alt} />, place, String(index)))}
    </>
  );
}
