import { useHydrated, useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { messages } from '../../../messages/common';
import { collectHeadings, getText, type HastNode } from '@hub/shared/markdown/hast';
import { getServerParser } from '../../markdown/server-parser';
import classes from './document-screen.module.css';
import { findSectionInView } from './section-in-view';

interface TableOfContentsEntry {
  id: string;
  label: string;
  isSub: boolean;
}

type Entries = readonly TableOfContentsEntry[];

const MIN_ENTRIES = 2;
const READ_DELAY_MS = 200;

function findHeadings(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])];
}

const isSameEntry = (a: TableOfContentsEntry, b: TableOfContentsEntry | undefined) =>
  a.id === b?.id && a.label === b.label && a.isSub === b.isSub;

const readEntries = (element: HTMLElement | null): Entries =>
  findHeadings(element).map((heading) => ({
    id: heading.id,
    label: heading.textContent,
    isSub: heading.tagName === 'H3',
  }));

const toEntries = (tree: HastNode = { type: 'root' }): Entries =>
  collectHeadings(tree).flatMap((heading) => {
    const { id } = heading.properties ?? {};
    const isListed = typeof id === 'string' && ['h2', 'h3'].includes(heading.tagName ?? '');
    return isListed ? [{ id, label: getText(heading), isSub: heading.tagName === 'h3' }] : [];
  });

/**
 * The headings in `content`, read from the page so that the ids match; long texts are rendered later. The first render
 * in the browser finds the text of the server in the page.
 */
export function useTableOfContents(content: RefObject<HTMLElement | null>, text: string): Entries {
  const isHydrated = useHydrated();
  const [entries, setEntries] = useState<Entries>(() => {
    const parser = getServerParser();
    if (parser) return toEntries(parser.parse(text));
    return isHydrated ? [] : readEntries(document.querySelector(`.${classes.content}`));
  });
  // Before the first paint, so that the text below does not move.
  useLayoutEffect(() => {
    let isEmpty = true;
    const read = () => {
      const next = readEntries(content.current);
      isEmpty = next.length === 0;
      setEntries((current) =>
        next.length === current.length && next.every((entry, index) => isSameEntry(entry, current[index]))
          ? current
          : next,
      );
    };
    read();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      // The first headings appear with their text. A long text then grows in many steps.
      if (isEmpty) read();
      else
        timer ??= setTimeout(() => {
          timer = undefined;
          read();
        }, READ_DELAY_MS);
    });
    if (content.current) observer.observe(content.current, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [content]);
  return entries.length < MIN_ENTRIES ? [] : entries;
}

const UPWARD_KEYS = ['ArrowUp', 'PageUp', 'Home'];

/** The direction of a touch move is not known in advance, so every touch move counts as upward. */
function isUpwardScroll(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0;
  return event instanceof KeyboardEvent ? UPWARD_KEYS.includes(event.key) : true;
}

function useSectionInView(content: RefObject<HTMLElement | null>, entries: Entries): string | undefined {
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

function EntryList({ entries, current }: { entries: Entries; current?: string }) {
  return (
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
  );
}

interface TableOfContentsProps {
  entries: Entries;
  content: RefObject<HTMLElement | null>;
}

/** Beside the text, on wide screens only. */
export function TableOfContents({ entries, content }: TableOfContentsProps) {
  const current = useSectionInView(content, entries);
  if (entries.length === 0) return null;
  return (
    <nav aria-label={messages.doc.contents} className={classes.toc}>
      <p className={classes.tocHeading}>{messages.doc.contents}</p>
      <EntryList entries={entries} current={current} />
    </nav>
  );
}

/** Above the text and collapsed, where there is no room beside it. */
export function CollapsibleTableOfContents({ entries }: { entries: Entries }) {
  if (entries.length === 0) return null;
  return (
    <details className={classes.collapsibleToc}>
      <summary>{messages.doc.contents}</summary>
      <nav aria-label={messages.doc.contents}>
        <EntryList entries={entries} />
      </nav>
    </details>
  );
}
