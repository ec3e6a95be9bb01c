import { useLocation } from '@tanstack/react-router';
import { lazy, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { renderFigures } from './figures';
import { LazyBoundary } from '../../ui/lazy';
import { MissingImage } from './missing-image';
import classes from './markdown.module.css';

/** React keeps what the server has rendered, because it never changes. */
const KEPT = { __html: '' };

interface MissingPlace {
  place: Element;
  alt: string;
}

interface CardPlace {
  place: Element;
  address: string;
}

/** Most texts have no cards. */
const CardOf = lazy(async () => ({ default: (await import('./card-slot')).CardOf }));

interface ServedTextProps {
  onClick: (event: MouseEvent) => void;
}

/** A text that is the server's HTML. */
export function ServedText({ onClick }: ServedTextProps) {
  const element = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<MissingPlace[]>([]);
  const [cards, setCards] = useState<CardPlace[]>([]);
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
    const slots = [...text.querySelectorAll<HTMLElement>('[data-card]')];
    setCards(slots.map((place) => ({ place, address: place.dataset['card'] ?? '' })));
    // Those that failed before.
    for (const image of text.querySelectorAll('img')) if (image.complete && image.naturalWidth === 0) replace(image);
    const stopFigures = renderFigures(text);
    return () => {
      stopFigures();
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
      {cards.map(({ place, address }, index) =>
        createPortal(
          <LazyBoundary>
            <CardOf address={address} />
          </LazyBoundary>,
          place,
          `card-${index}`,
        ),
      )}
      {missing.map(({ place, alt }, index) => createPortal(<MissingImage alt={alt} />, place, String(index)))}
    </>
  );
}
