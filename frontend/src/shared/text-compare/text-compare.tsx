import type { Chunk } from '@codemirror/merge';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { compare as text } from '../../messages/compare';
import { Button } from '../../ui/button';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { compareKeys } from './compare-keys';
import { CompareView, type Sides, type TextRange } from './compare-view';
import classes from './text-compare.module.css';

/** Screen readers hear the beginning of a long change; the text itself has the rest. */
const SPOKEN_LENGTH = 200;

/** Characters. */
const COARSE_LENGTH = 10_000;

/** The buttons that decide about the selected change. */
export interface ChangeDecisions {
  /** Undoes the change: the text after gets the lines of the text before. */
  take: string;
  /** The change stays and is no longer shown; without it, changes that nobody undoes stay. */
  keep?: string;
  /** Called with the text after once decisions have changed it, or were taken back. */
  onChange: (text: string) => void;
}

interface TextCompareProps {
  /** Names the comparison. */
  label: string;
  before: string;
  after: string;
  beforeLabel: ReactNode;
  afterLabel: string;
  decisions?: ChangeDecisions | undefined;
  /** Where both authors have changed `after`. */
  contested?: readonly TextRange[];
}

/** What is shown of the view: the selected change among all that are left. */
interface Selection {
  index: number;
  count: number;
  isContested: boolean;
  isCoarse: boolean;
  spoken: string;
}

const shorten = (lines: string) => (lines.length > SPOKEN_LENGTH ? `${lines.slice(0, SPOKEN_LENGTH)} …` : lines);

/** The library gives up comparing words, or finds that a long part has none in common. */
const isCoarse = ({ precise, changes, fromA, toA, fromB, toB }: Chunk) =>
  !precise || (changes.length === 1 && Math.min(toA - fromA, toB - fromB) > COARSE_LENGTH);

function describeSelection(view: CompareView, wanted: number): Selection {
  const { chunks } = view;
  const index = Math.max(0, Math.min(wanted, chunks.length - 1));
  const chunk = chunks[index];
  const { removed, added } = chunk ? view.getLines(chunk) : { removed: '', added: '' };
  return {
    index,
    count: chunks.length,
    isContested: chunk !== undefined && view.isContested(chunk),
    isCoarse: chunks.some(isCoarse),
    spoken: [removed && text.removed(shorten(removed)), added && text.added(shorten(added))].filter(Boolean).join(' '),
  };
}

/**
 * Two texts with their differences: side by side where there is room, else the old lines above the new ones. Keys and
 * buttons lead from change to change. It loads CodeMirror, so pages that are read import it when it is opened.
 */
export default function TextCompare(props: TextCompareProps) {
  const { label, beforeLabel, afterLabel, decisions } = props;
  const isSideBySide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isCollapsed, setCollapsed] = useState(true);
  const [selection, setSelection] = useState<Selection>();
  const [sides, setSides] = useState<Sides>(() => ({
    before: normalizeLineEnds(props.before),
    after: normalizeLineEnds(props.after),
    contested: props.contested ?? [],
  }));
  /** The texts before each decision. */
  const [past, setPast] = useState<readonly Sides[]>([]);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CompareView>(null);

  const select = (index: number, scrolls: boolean) => {
    if (!view.current) return;
    const selected = describeSelection(view.current, index);
    view.current.mark(selected.index, { scrolls });
    setSelection(selected);
  };
  const step = (by: number) => {
    if (!selection || selection.count === 0) return;
    select((selection.index + by + selection.count) % selection.count, true);
  };
  const createView = useEffectEvent((parent: HTMLElement) => {
    const created = new CompareView({
      parent,
      ...sides,
      isSideBySide,
      isCollapsed,
      beforeLabel: text.beforeOf(label),
      afterLabel: text.afterOf(label),
      onSelect: (index) => {
        select(index, false);
      },
    });
    view.current = created;
    select(selection?.index ?? 0, selection !== undefined);
    return created;
  });
  useLayoutEffect(() => {
    const created = host.current && createView(host.current);
    return () => {
      view.current = null;
      created?.destroy();
    };
  }, [isSideBySide, isCollapsed, sides]);

  const decide = (action: 'take' | 'keep') => {
    const chunk = selection && view.current?.chunks[selection.index];
    if (!chunk || !view.current) return;
    const decided = view.current[action](chunk);
    setPast([...past, sides]);
    setSides(decided);
    if (action === 'take') decisions?.onChange(decided.after);
  };
  const undo = () => {
    const last = past.at(-1);
    if (!last) return;
    setSides(last);
    setPast(past.slice(0, -1));
    decisions?.onChange(last.after);
  };
  const handleKey = (event: KeyboardEvent) => {
    const by = compareKeys.directions[event.key];
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  };

  const isDone = selection?.count === 0;
  const changeButton = { size: 'sm', variant: 'default', isRepeatable: true, 'aria-disabled': isDone } as const;
  return (
    <div role="group" aria-label={label} className={classes.compare} onKeyDown={handleKey}>
      <div className={classes.bar}>
        <p role="status" className={classes.position}>
          {selection &&
            (isDone
              ? past.length > 0
                ? text.allDecided
                : text.same
              : text.position({ index: selection.index + 1, count: selection.count }))}
          {selection?.isContested && ` · ${text.contested}`}
          {selection && <VisuallyHidden> {selection.spoken}</VisuallyHidden>}
        </p>
        <Button
          {...changeButton}
          onClick={() => {
            step(-1);
          }}
        >
          {text.previous}
        </Button>
        <Button
          {...changeButton}
          onClick={() => {
            step(1);
          }}
        >
          {text.next}
        </Button>
        {decisions && (
          <>
            <Button
              {...changeButton}
              onClick={() => {
                decide('take');
              }}
            >
              {decisions.take}
            </Button>
            {decisions.keep && (
              <Button
                {...changeButton}
                onClick={() => {
                  decide('keep');
                }}
              >
                {decisions.keep}
              </Button>
            )}
            <Button size="sm" variant="subtle" isRepeatable aria-disabled={past.length === 0} onClick={undo}>
              {text.undo}
            </Button>
          </>
        )}
        <Button
          size="sm"
          variant="subtle"
          aria-pressed={!isCollapsed}
          onClick={() => {
            setCollapsed(!isCollapsed);
          }}
        >
          {text.showAll}
        </Button>
      </div>
      {selection?.isCoarse && <p className={classes.hint}>{text.coarse}</p>}
      <div className={classes.labels} data-stacked={!isSideBySide || undefined}>
        <span>
          {!isSideBySide && <span aria-hidden="true">− </span>}
          {beforeLabel}
        </span>
        <span>
          {!isSideBySide && <span aria-hidden="true">+ </span>}
          {afterLabel}
        </span>
      </div>
      <div ref={host} className={classes.host} />
    </div>
  );
}
