import { useEffect, useRef } from 'react';
import type { CursorPlace } from '../../../shared/markdown-editor/editor';
import type { HastNode } from '@hub/shared/markdown/hast';

const BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'pre', 'tr', 'blockquote', 'hr', 'table']);

/** Marks the blocks of a parsed text with the line they begin at. */
export function addSourceLines(tree: HastNode): void {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const line = node.position?.start.line;
    if (line !== undefined && BLOCKS.has(node.tagName ?? '')) {
      node.properties = { ...node.properties, dataLine: line };
    }
    waiting.push(...(node.children ?? []));
  }
}

interface BlockPlace {
  line: number;
  top: number;
}

/**
 * The place of a line between the last block that begins before it and the next one.
 * @param end of the text, which the last block reaches to
 */
export function interpolateTop(blocks: readonly BlockPlace[], line: number, end: BlockPlace): number | undefined {
  const at = blocks.findLastIndex((block) => block.line <= line);
  const before = blocks[at];
  if (!before) return blocks[0]?.top;
  const after = blocks[at + 1] ?? end;
  const share = after.line > before.line ? Math.min(1, (line - before.line) / (after.line - before.line)) : 0;
  return before.top + share * (after.top - before.top);
}

/** Scrolls a preview so that what the cursor edits is beside the cursor. */
export function usePreviewSync(isActive: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const cursor = useRef<CursorPlace>(undefined);

  const sync = () => {
    const element = frame.current;
    if (!element || !cursor.current || element.scrollHeight <= element.clientHeight) return;
    // Measured each time: the window may have scrolled since the cursor moved.
    const cursorTop = cursor.current.measureTop();
    if (cursorTop === undefined) return;
    const blocks = [...element.querySelectorAll<HTMLElement>('[data-line]')].map((block) => ({
      line: Number(block.dataset['line']),
      top: block.getBoundingClientRect().top,
    }));
    const { line, lineCount } = cursor.current;
    const contentBottom = element.firstElementChild?.getBoundingClientRect().bottom ?? 0;
    const top = interpolateTop(blocks, line, { line: lineCount + 1, top: contentBottom });
    if (top !== undefined) element.scrollTop += top - cursorTop;
  };

  useEffect(() => {
    const content = frame.current?.firstElementChild;
    if (!isActive || !content) return undefined;
    // The text is formatted after a pause in typing, and images load later.
    const observer = new ResizeObserver(sync);
    observer.observe(content);
    // The editor is as high as its text, so moving the cursor scrolls the window, in several steps for long texts.
    window.addEventListener('scroll', sync, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', sync);
    };
  }, [isActive]);

  return {
    frame,
    handleCursorMove: (place: CursorPlace) => {
      cursor.current = place;
      if (isActive) sync();
    },
  };
}
