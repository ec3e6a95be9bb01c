import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import type { DetailsValues } from './details-values';
import type { EditableItem, ItemKind } from './item-kind';

/** Characters of a merged text. */
export interface ContestedRange {
  from: number;
  to: number;
}

/** Two saves based on the same version, and the ways to continue for the second author. */
export interface MergeConflict<Values extends DetailsValues, Item extends EditableItem> {
  theirs: Item;
  mine: Values;
  fieldsChangedByThem: string[];
  /** Their values with this author's changes applied; fields the author did not touch keep their values. */
  rebased: Values;
  /** `rebased` with both authors' changes of the texts merged; where both changed the same lines, with the own ones. */
  merged: Values;
  /** By text: where both authors changed the same lines. */
  contested: Partial<Record<string, readonly ContestedRange[]>>;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Beyond them lines are compared coarsely, so that more of them count as changed. */
const DIFF = { scanLimit: 500, timeout: 500 };

/** Every line ends with a line break, so that changes are ranges of whole lines. */
const toLines = (text: string) => Text.of(`${normalizeLineEnds(text)}\n`.split('\n'));

const touches = (one: Chunk, other: Chunk) => one.fromA <= other.toA && other.fromA <= one.toA;

/** Puts their changes into the own text, except where both changed the same or neighbouring lines. */
function mergeText(base: string, mine: string, theirs: string): { text: string; contested: ContestedRange[] } {
  if (base === mine || base === theirs || mine === theirs) return { text: mine, contested: [] };
  const [baseLines, mineLines, theirLines] = [toLines(base), toLines(mine), toLines(theirs)];
  const ownChanges = Chunk.build(baseLines, mineLines, DIFF);
  const contested: ContestedRange[] = [];
  let merged = '';
  /** How far the own text is merged, and how much longer it is up to there than the base. */
  let [end, growth, next] = [0, 0, 0];
  for (const their of Chunk.build(baseLines, theirLines, DIFF)) {
    for (let own = ownChanges[next]; own && own.toA < their.fromA; own = ownChanges[next]) {
      growth = own.toB - own.toA;
      next++;
    }
    const lines = theirLines.sliceString(their.fromB, their.toB);
    const rivals = ownChanges.filter((own) => touches(own, their));
    const [first, last] = [rivals[0], rivals.at(-1)];
    if (!first || !last) {
      merged += mineLines.sliceString(end, their.fromA + growth) + lines;
      end = their.toA + growth;
    } else if (
      rivals.length > 1 ||
      !isSameChange(first, their) ||
      mineLines.sliceString(first.fromB, first.toB) !== lines
    ) {
      merged += mineLines.sliceString(end, last.toB);
      const length = last.toB - Math.max(first.fromB, Math.min(end, last.toB));
      contested.push({ from: merged.length - length, to: merged.length });
      end = Math.max(end, last.toB);
    }
  }
  merged += mineLines.sliceString(end);
  const text = merged.slice(0, -1);
  return { text, contested: contested.map(({ from, to }) => ({ from, to: Math.min(to, text.length) })) };
}

const isSameChange = (one: Chunk, other: Chunk) => one.fromA === other.fromA && one.toA === other.toA;

/** @param base the values of the common base version; without them every field counts as changed by both */
export function detectConflict<Values extends DetailsValues, Item extends EditableItem>(
  kind: Pick<ItemKind<Values, Item>, 'toValues' | 'transientValues' | 'mergedFields'>,
  base: Values | undefined,
  mine: Values,
  theirs: Item,
): MergeConflict<Values, Item> {
  if (!base) return { theirs, mine, fieldsChangedByThem: [], rebased: mine, merged: mine, contested: {} };
  const saved = kind.toValues(theirs);
  const onlyTheirs = Object.keys(base).filter(
    (name) => !(name in kind.transientValues) && isSame(mine[name], base[name]) && !isSame(saved[name], base[name]),
  );
  const rebased: Values = { ...mine, ...Object.fromEntries(onlyTheirs.map((name) => [name, saved[name]])) };
  const texts = kind.mergedFields
    .filter((name) => !onlyTheirs.includes(name))
    .map((name) => [name, mergeText(String(base[name]), String(mine[name]), String(saved[name]))] as const);
  return {
    theirs,
    mine,
    fieldsChangedByThem: onlyTheirs,
    rebased,
    merged: { ...rebased, ...Object.fromEntries(texts.map(([name, { text }]) => [name, text])) },
    contested: Object.fromEntries(texts.map(([name, { contested }]) => [name, contested])),
  };
}
