import type { HastNode } from '@hub/shared/markdown/hast';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isServer } from '../../lib/is-server';
import { countNodes, hasId, truncateTree } from './hast';
import type { MarkdownProps } from './markdown';
import { type ParseOutcome, type ParseRequest, parseMarkdownInWorker } from './parse-in-worker';
import { getServerParser } from './server-parser';

/** A text, or as much of it as the worker has sent. */
interface ParsedMarkdown {
  text: string;
  outcome: ParseOutcome | 'pending';
  /** As given by the caller. */
  attempt: number;
  parts: readonly HastNode[];
  /** whether nodes were left out */
  isCut: boolean;
}

/** @returns undefined in browsers */
function parseOnServer(request: ParseRequest, adjust: MarkdownProps['adjust']): ParsedMarkdown | undefined {
  const parser = getServerParser();
  if (!parser) return undefined;
  const parsed = parser.parseLong(request);
  const parts = (parsed ?? []).map(({ tree }) => tree);
  if (adjust) for (const part of parts) adjust(part);
  const isCut = parsed?.some((part) => part.isCut) ?? false;
  return { text: request.text, outcome: parsed ? 'done' : 'tooLarge', attempt: 0, parts, isCut };
}

/**
 * Parses a text in a worker. The first text appears part by part; an edited one replaces it once it is complete.
 * @param attempt another number parses the text again
 */
export function useParsedInWorker(
  { text, rawHtml = 'omit', adjust }: Pick<MarkdownProps, 'text' | 'rawHtml' | 'adjust'>,
  extent: ParseRequest['extent'],
  attempt: number,
): ParsedMarkdown | undefined {
  const [parsed, setParsed] = useState(() => parseOnServer({ text, rawHtml, extent }, adjust));
  const hasShown = useRef(false);
  useEffect(() => {
    const stopping = new AbortController();
    const isReplacement = hasShown.current;
    const received: HastNode[] = [];
    let isCut = false;
    const show = (outcome: ParsedMarkdown['outcome']) => {
      hasShown.current = true;
      // A transition, so that rendering a long text can be interrupted by user input.
      startTransition(() => {
        setParsed({ text, outcome, attempt, parts: [...received], isCut });
      });
    };
    const onPart: Parameters<typeof parseMarkdownInWorker>[1]['onPart'] = (part) => {
      adjust?.(part.tree);
      received[part.index] = part.tree;
      isCut ||= part.isCut;
      if (!part.isLast && !isReplacement) show('pending');
    };
    void parseMarkdownInWorker({ text, rawHtml, extent }, { signal: stopping.signal, onPart }).then((outcome) => {
      if (!stopping.signal.aborted) show(outcome);
    });
    return () => {
      stopping.abort();
    };
  }, [text, rawHtml, adjust, extent, attempt]);
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

/** The heading that the address of the page links to; undefined without one. The server does not know it. */
function getTarget(): string | undefined {
  if (isServer) return undefined;
  try {
    return decodeURIComponent(window.location.hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** The number of nodes of a part that are rendered at once. A larger block, such as a long table, grows in steps. */
const STEP_NODES = 2_500;

/** Some of the parts: those before `part`, and so many nodes of that one. */
interface Step {
  part: number;
  nodes: number;
}

function planSteps(parts: readonly HastNode[]): Step[] {
  return parts.flatMap((tree, part) => {
    const count = Math.max(1, Math.ceil(countNodes(tree, Infinity) / STEP_NODES));
    return Array.from({ length: count }, (_, index) => ({
      part,
      nodes: index === count - 1 ? Infinity : (index + 1) * STEP_NODES,
    }));
  });
}

function takeStep(parts: readonly HastNode[], { part, nodes }: Step): readonly HastNode[] {
  const taken = parts.slice(0, part + 1);
  const last = taken.at(-1);
  return last && nodes < Infinity ? [...taken.slice(0, -1), truncateTree(last, nodes).tree] : taken;
}

/**
 * Renders one part after the other while the page is idle, at once when it is printed or on the server, and up
 * to the heading that the address links to, which is then scrolled to.
 * @returns the parts to render
 */
export function useGradualParts(parts: readonly HastNode[]): readonly HastNode[] {
  const [count, setCount] = useState(isServer ? Infinity : 1);
  const [target] = useState(getTarget);
  const hasScrolled = useRef(false);
  const steps = useMemo(() => planSteps(parts), [parts]);
  const targetStep = useMemo(() => {
    const part = target === undefined ? -1 : parts.findIndex((tree) => hasId(tree, target));
    return steps.findLastIndex((step) => step.part === part);
  }, [parts, steps, target]);
  const available = steps.length;

  useEffect(() => {
    if (count >= available) return undefined;
    return whenIdle(() => {
      startTransition(() => {
        setCount((current) => Math.max(current, targetStep) + 1);
      });
    });
  }, [count, available, targetStep]);

  useEffect(() => {
    if (hasScrolled.current || target === undefined || targetStep < 0 || targetStep >= count) return;
    hasScrolled.current = true;
    document.getElementById(target)?.scrollIntoView();
  }, [target, targetStep, count]);

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

  return useMemo(() => {
    const step = steps[Math.min(count, steps.length) - 1];
    return step ? takeStep(parts, step) : parts;
  }, [parts, steps, count]);
}
