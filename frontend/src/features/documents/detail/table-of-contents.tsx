import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';
import { messages } from '../../../messages/en';
import classes from './document-screen.module.css';
import { findSectionInView } from './section-in-view';

interface TableOfContentsEntry {
  id: string;
  label: string;
  isSub: boolean;
}

interface TableOfContentsProps {
  content: RefObject<HTMLElement | null>;
  /** The rendered text; the headings are read again when it changes. */
  text: string;
}

const MIN_ENTRIES = 2;

function findHeadings(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])];
}

const UPWARD_KEYS = ['ArrowUp', 'PageUp', 'Home'];

/** The direction of a touch move is not known in advance, so every touch move counts as upward. */
function isUpwardScroll(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  return event instanceof KeyboardEvent ? UPWARD_KEYS.includes(event.key) : true;
}

function useSectionInView(
  content: RefObject<HTMLElement | null>,
  entries: readonly TableOfContentsEntry[],
): string | undefined {
  const [current, setCurrent] = useState<string>();
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    let target: string | undefined = hash;
    const update = () => {
      const places = findHeadings(content.current).map((h) => ({ id: h.id, top: h.getBoundingClientRect().top }));
      setCurrent(findSectionInView(places, target, window.innerHeight));
    };
    // Scrolling up clears the URL's target, which may remain visible for a while.
    const leave = (event: Event) => {
      if (isUpwardScroll(event)) target = undefined;
    };
    update();
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    window.addEventListener('scroll', update, options);
    for (const type of ['wheel', 'touchmove', 'keydown']) window.addEventListener(type, leave, options);
    return () => {
      listening.abort();
    };
  }, [content, entries, hash]);
  return current;
}

/** Shown beside the text on wide screens only. */
export function TableOfContents({ content, text }: TableOfContentsProps) {
  const [entries, setEntries] = useState<readonly TableOfContentsEntry[]>([]);
  // Reads the rendered headings, so that the ids match the DOM.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const headings = findHeadings(content.current);
      setEntries(headings.map((h) => ({ id: h.id, label: h.textContent, isSub: h.tagName === 'H3' })));
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [content, text]);
  const current = useSectionInView(content, entries);

  if (entries.length < MIN_ENTRIES) return null;
  return (
    <nav aria-label={messages.doc.contents} className={classes.toc}>
      <p className={classes.tocHeading}>{messages.doc.contents}</p>
      <ul className={classes.tocEntries}>
        {entries.map(({ id, label, isSub }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classes.tocEntry}
              data-sub={isSub || undefined}
              aria-current={id === current ? 'location' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
