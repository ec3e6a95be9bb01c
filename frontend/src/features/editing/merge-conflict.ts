import { diff3Merge } from 'node-diff3';
import type { DetailsValues } from './details-values';
import type { EditableItem, ItemKind } from './item-kind';

/** Two saves based on the same version, and the ways to continue for the second author. */
export interface MergeConflict<Values extends DetailsValues, Item extends EditableItem> {
  theirs: Item;
  mine: Values;
  fieldsChangedByThem: string[];
  /** Their values with this author's changes applied; fields the author did not touch keep their values. */
  rebased: Values;
  /**
   * `rebased` with both authors' changes of the text merged; absent where they changed the same lines, or only one
   * changed it.
   */
  merged?: Values;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const splitLines = (text: string) => text.split(/\r?\n/);

function mergeText(base: string, mine: string, theirs: string): string | undefined {
  if (base === mine || base === theirs || mine === theirs) return undefined;
  const parts = diff3Merge(splitLines(mine), splitLines(base), splitLines(theirs), { excludeFalseConflicts: true });
  const lines = parts.map(({ ok }) => ok);
  return lines.every((part) => part !== undefined) ? lines.flat().join('\n') : undefined;
}

/** @param base the values of the common base version; without them every field counts as changed by both */
export function detectConflict<Values extends DetailsValues, Item extends EditableItem>(
  kind: Pick<ItemKind<Values, Item>, 'toValues' | 'transientValues' | 'mergedField'>,
  base: Values | undefined,
  mine: Values,
  theirs: Item,
): MergeConflict<Values, Item> {
  if (!base) return { theirs, mine, fieldsChangedByThem: [], rebased: mine };
  const saved = kind.toValues(theirs);
  const onlyTheirs = Object.keys(base).filter(
    (name) => !(name in kind.transientValues) && isSame(mine[name], base[name]) && !isSame(saved[name], base[name]),
  );
  const rebased: Values = { ...mine, ...Object.fromEntries(onlyTheirs.map((name) => [name, saved[name]])) };
  const { mergedField } = kind;
  const content = mergeText(String(base[mergedField]), String(mine[mergedField]), String(saved[mergedField]));
  return {
    theirs,
    mine,
    fieldsChangedByThem: onlyTheirs,
    rebased,
    merged: content === undefined ? undefined : { ...rebased, [mergedField]: content },
  };
}
