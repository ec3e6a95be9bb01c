import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';
import { messages } from '../../../messages/en';
import classes from './document-screen.module.css';
import { sectionInView } from './section-in-view';

interface Entry {
  id: string;
  label: string;
  isSub: boolean;
}

interface TableOfContentsProps {
  content: RefObject<HTMLElement | null>;
  /** When it changes, the headings are read again. */
  text: string;
}

const MIN_ENTRIES = 2;

function headingsIn(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])];
}

const UPWARDS = ['ArrowUp', 'PageUp', 'Home'];

/** The way of a finger is not known before it moved: it counts, whichever way. */
function goesUp(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  return event instanceof KeyboardEvent ? UPWARDS.includes(event.key) : true;
}

function useSectionInView(content: RefObject<HTMLElement | null>, entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    let target: string | undefined = hash;
    const update = () => {
      const places = headingsIn(content.current).map((h) => ({ id: h.id, top: h.getBoundingClientRect().top }));
      setCurrent(sectionInView(places, target, window.innerHeight));
    };
    // Whoever goes back up leaves what the address had led to, which is then still to be seen for a while.
    const leave = (event: Event) => {
      if (goesUp(event)) target = undefined;
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

/** Beside the text on wide screens only; on narrow ones the text itself is the way through. */
export function TableOfContents({ content, text }: TableOfContentsProps) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  // Read from what was rendered: the ids are exactly those, whatever the markdown did.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const found = headingsIn(content.current);
      setEntries(found.map((h) => ({ id: h.id, label: h.textContent, isSub: h.tagName === 'H3' })));
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
