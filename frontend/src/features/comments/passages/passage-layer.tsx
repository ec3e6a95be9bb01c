import { createPassage, type Passage } from '@hub/shared/passages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconMessage2Plus, IconMessage2 } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { passages as text } from '../../../messages/passages';
import { useSession } from '../../../shared/session/session';
import type { Subject } from '../queries';
import { useLinkedPassage } from '../use-linked-comment';
import { groupMarks, type PassageMark, placeThreads, type PlacedThread } from './passage-places';
import { passagesQuery } from '../passage-queries';
import { findSelection, readRenderedText } from './passage-text';
import { NewPassageComment, PassageDialog, PassageThreads } from './passage-dialog';
import classes from './passages.module.css';

/** Of the selection that a comment can be about. */
interface Selected {
  passage: Passage;
  /** of its end, from the top of the text, in pixels */
  bottom: number;
}

/** What the reader has opened: the comments of a mark, or the form for a new one. */
type Opened = { ids: readonly string[] } | { selected: Selected } | undefined;

const QUOTE_LENGTH = 60;
const shorten = (quote: string) => (quote.length > QUOTE_LENGTH ? `${quote.slice(0, QUOTE_LENGTH).trimEnd()}…` : quote);

const HIGHLIGHTS = 'passages';

/**
 * Marks parts of the page without changing its elements, which belong to React. Browsers that cannot do it show the
 * marks at the margin only.
 */
function drawHighlights(ranges: readonly (Range | undefined)[]): void {
  if (!('highlights' in CSS)) return;
  const shown = ranges.filter((range) => range !== undefined);
  if (shown.length > 0) CSS.highlights.set(HIGHLIGHTS, new Highlight(...shown));
  else CSS.highlights.delete(HIGHLIGHTS);
}

/** Runs the function now and whenever the size or the words of the text change. */
function useTextChanges(content: RefObject<HTMLElement | null>, update: () => void): void {
  const onChange = useEffectEvent(update);
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    let frame = 0;
    const schedule = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        onChange();
      });
    };
    const [sizes, words] = [new ResizeObserver(schedule), new MutationObserver(schedule)];
    sizes.observe(element);
    words.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      words.disconnect();
    };
  }, [content]);
}

interface PassageLayerProps {
  subject: Subject;
  content: RefObject<HTMLElement | null>;
  canComment: boolean;
  revisionId?: string | undefined;
}

/** The comments on passages of a text: their marks at its margin, and a button for the selected passage. */
export default function PassageLayer({ subject, content, canComment, revisionId }: PassageLayerProps) {
  const { user } = useSession();
  const { data } = useInfiniteQuery(passagesQuery(subject, revisionId));
  const threads = data?.pages.flatMap(({ items }) => items);
  const [placed, setPlaced] = useState<readonly PlacedThread[]>([]);
  const [selected, setSelected] = useState<Selected>();
  const [opened, setOpened] = useState<Opened>();
  const layer = useRef<HTMLDivElement>(null);
  const linked = useLinkedPassage();

  const place = () => {
    const [root, origin] = [content.current, layer.current?.getBoundingClientRect().top];
    if (!root || origin === undefined || !threads) return;
    const rendered = readRenderedText(root);
    const next = placeThreads(threads, rendered, origin);
    setPlaced(next);
    drawHighlights(next.map(({ range }) => rendered.toRange(range)));
  };
  useTextChanges(content, place);
  const placeAgain = useEffectEvent(place);
  useEffect(() => {
    placeAgain();
  }, [threads?.length, data]);
  useEffect(
    () => () => {
      drawHighlights([]);
    },
    [],
  );

  const readSelection = useEffectEvent(() => {
    const [root, origin] = [content.current, layer.current?.getBoundingClientRect().top];
    if (!root || origin === undefined) return;
    const found = findSelection(root, () => readRenderedText(root));
    const rects = found?.text.toRange(found.range)?.getClientRects();
    const last = rects?.[rects.length - 1];
    setSelected(found && last && { passage: createPassage(found.text, found.range), bottom: last.bottom - origin });
  });
  const openSelected = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.altKey && (event.ctrlKey || event.metaKey) && event.code === 'KeyM';
    if (!isShortcut || !selected) return;
    event.preventDefault();
    setOpened({ selected });
  });
  useEffect(() => {
    if (!canComment) return;
    // The selection that has brought this about.
    let timer = setTimeout(() => {
      readSelection();
    });
    // While the reader drags, the button would flicker.
    const notice = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        readSelection();
      }, 150);
    };
    const listen = (event: KeyboardEvent) => {
      openSelected(event);
    };
    document.addEventListener('selectionchange', notice);
    document.addEventListener('keydown', listen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', notice);
      document.removeEventListener('keydown', listen);
    };
  }, [canComment]);

  const openLinked = useEffectEvent((id: string) => {
    const found = placed.find(({ comment }) => comment.id === id);
    if (!found) return;
    layer.current?.querySelector(`[data-comments~="${id}"]`)?.scrollIntoView({ block: 'center' });
    setOpened({ ids: [id] });
  });
  const isLinkedPlaced = linked !== undefined && placed.some(({ comment }) => comment.id === linked);
  useEffect(() => {
    if (!linked || !isLinkedPlaced) return;
    const frame = requestAnimationFrame(() => {
      openLinked(linked);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [linked, isLinkedPlaced]);

  // A click into a marked passage opens its comments, as its mark does.
  const openAt = useEffectEvent((event: MouseEvent) => {
    const root = content.current;
    const { target, clientX, clientY } = event;
    if (!root || !(target instanceof Element) || target.closest('a, button, input, summary')) return;
    if (!document.getSelection()?.isCollapsed) return;
    const at = document.caretPositionFromPoint?.(clientX, clientY);
    if (!at || !root.contains(at.offsetNode)) return;
    const position = readRenderedText(root).toPosition(at.offsetNode, at.offset);
    const ids = placed
      .filter(({ range }) => range.from <= position && position < range.to)
      .map(({ comment }) => comment.id);
    if (ids.length > 0) setOpened({ ids });
  });
  useEffect(() => {
    const root = content.current;
    if (!root) return;
    const listen = (event: MouseEvent) => {
      openAt(event);
    };
    root.addEventListener('click', listen);
    return () => {
      root.removeEventListener('click', listen);
    };
  }, [content]);

  const close = () => {
    setOpened(undefined);
    const id = opened && 'ids' in opened ? opened.ids[0] : undefined;
    if (id) layer.current?.querySelector<HTMLElement>(`[data-comments~="${id}"]`)?.focus({ preventScroll: true });
  };
  const openedThreads =
    opened && 'ids' in opened ? placed.filter(({ comment }) => opened.ids.includes(comment.id)) : [];
  const marks: PassageMark[] = groupMarks(placed);
  const describe = ({ threads: among }: PassageMark) =>
    text.mark({
      count: among.reduce((sum, { thread }) => sum + 1 + thread.reply_count, 0),
      quote: shorten(among[0]?.comment.anchor?.quote ?? ''),
    });

  return (
    <div ref={layer} className={classes.layer}>
      {marks.map((mark) => {
        const ids = mark.threads.map(({ comment }) => comment.id);
        return (
          <button
            key={ids[0]}
            type="button"
            className={classes.mark}
            style={{ top: mark.top }}
            data-comments={ids.join(' ')}
            aria-label={describe(mark)}
            title={describe(mark)}
            aria-haspopup="dialog"
            onClick={() => {
              setOpened({ ids });
            }}
          >
            <IconMessage2 size={16} aria-hidden="true" />
            {mark.threads.length > 1 && <span aria-hidden="true">{mark.threads.length}</span>}
          </button>
        );
      })}
      {selected && !opened && user && (
        <button
          type="button"
          className={classes.add}
          style={{ top: selected.bottom }}
          aria-label={text.comment}
          // Keeps the selection.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            setOpened({ selected });
          }}
        >
          <IconMessage2Plus size={16} aria-hidden="true" />
          {text.commentShort}
        </button>
      )}
      {opened && 'selected' in opened && user && (
        <PassageDialog
          label={text.newDialog(shorten(opened.selected.passage.quote))}
          top={opened.selected.bottom}
          onClose={close}
        >
          <NewPassageComment
            user={user}
            subject={subject}
            passage={opened.selected.passage}
            revisionId={revisionId}
            onCreated={() => {
              close();
              document.getSelection()?.removeAllRanges();
            }}
          />
        </PassageDialog>
      )}
      {openedThreads[0] && (
        <PassageDialog
          key={openedThreads[0].comment.id}
          label={text.dialog(shorten(openedThreads[0].comment.anchor?.quote ?? ''))}
          top={openedThreads[0].top + 28}
          onClose={close}
        >
          <PassageThreads subject={subject} threads={openedThreads.map(({ thread }) => thread)} canReply={canComment} />
        </PassageDialog>
      )}
    </div>
  );
}
