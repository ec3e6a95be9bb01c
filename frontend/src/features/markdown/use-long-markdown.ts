import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { HastNode } from './hast';
import type { MarkdownProps } from './markdown';
import { type ParseRequest, parseMarkdownInWorker } from './parse-in-worker';

/** A text, or as much of it as the worker has sent. */
interface ParsedMarkdown {
  text: string;
  limitMs: number;
  /** undefined when the worker failed */
  parts: readonly HastNode[] | undefined;
  /** whether nodes were left out */
  isCut: boolean;
}

/** Parses a text in a worker. The first text appears part by part; an edited one replaces it once it is complete. */
export function useParsedInWorker(
  { text, rawHtml = 'omit', adjust }: Pick<MarkdownProps, 'text' | 'rawHtml' | 'adjust'>,
  extent: ParseRequest['extent'],
  limitMs: number,
): ParsedMarkdown | undefined {
  const [parsed, setParsed] = useState<ParsedMarkdown>();
  const hasShown = useRef(false);
  useEffect(() => {
    const stopping = new AbortController();
    const isReplacement = hasShown.current;
    const received: HastNode[] = [];
    let isCut = false;
    const show = (parts: readonly HastNode[] | undefined) => {
      hasShown.current = true;
      // A transition, so that rendering a long text can be interrupted by user input.
      startTransition(() => {
        setParsed({ text, limitMs, parts, isCut });
      });
    };
    const onPart: Parameters<typeof parseMarkdownInWorker>[1]['onPart'] = (part) => {
      adjust?.(part.tree);
      received[part.index] = part.tree;
      isCut ||= part.isCut;
      if (part.isLast || !isReplacement) show([...received]);
    };
    void parseMarkdownInWorker({ text, rawHtml, extent }, { signal: stopping.signal, limitMs, onPart }).then(
      (isDone) => {
        if (!isDone && !stopping.signal.aborted) show(undefined);
      },
    );
    return () => {
      stopping.abort();
    };
  }, [text, rawHtml, adjust, extent, limitMs]);
  return parsed;
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50);
    return () => {
      clearTimeout(timer);
    };
  }
  const id = requestIdleCallback(work, { timeout: 200 });
  return () => {
    cancelIdleCallback(id);
  };
}

const hasId = (tree: HastNode, id: string): boolean =>
  tree.properties?.['id'] === id || (tree.children ?? []).some((child) => hasId(child, id));

/** The heading that the address of the page links to; undefined without one. */
function getTarget(): string | undefined {
  try {
    return decodeURIComponent(window.location.hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Renders one part after the other while the page is idle, at once when it is printed, and up to the heading that the
 * address links to, which is then scrolled to.
 * @returns how many parts to render
 */
export function useGradualParts(parts: readonly HastNode[]): number {
  const [count, setCount] = useState(1);
  const [target] = useState(getTarget);
  const hasScrolled = useRef(false);
  const targetPart = useMemo(
    () => (target === undefined ? -1 : parts.findIndex((part) => hasId(part, target))),
    [parts, target],
  );
  const available = parts.length;

  useEffect(() => {
    if (count >= available) return undefined;
    return whenIdle(() => {
      startTransition(() => {
        setCount((current) => Math.max(current, targetPart) + 1);
      });
    });
  }, [count, available, targetPart]);

  useEffect(() => {
    if (hasScrolled.current || target === undefined || targetPart < 0 || targetPart >= count) return;
    hasScrolled.current = true;
    document.getElementById(target)?.scrollIntoView();
  }, [target, targetPart, count]);

  useEffect(() => {
    const renderAll = () => {
      flushSync(() => {
        setCount(available);
      });
    };
    window.addEventListener('beforeprint', renderAll);
    return () => {
      window.removeEventListener('beforeprint', renderAll);
    };
  }, [available]);

  return count;
}
