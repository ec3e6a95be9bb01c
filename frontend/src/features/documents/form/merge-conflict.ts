import { diff3Merge } from 'node-diff3';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ComparedDocument } from '../compare/document-diff';
import { toFormValues, type DocumentValues } from './form-values';

/** Two saves based on the same version, and the ways to continue for the second author. */
export interface MergeConflict {
  theirs: DocumentResponse;
  mine: DocumentValues;
  fieldsChangedByThem: string[];
  /** Their values with this author's changes applied; fields the author did not touch keep their values. */
  rebased: DocumentValues;
  /**
   * `rebased` with both authors' content changes merged; absent where they changed the same lines, or only one changed
   * the content.
   */
  merged?: DocumentValues;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const splitLines = (text: string) => text.split(/\r?\n/);

function mergeText(base: string, mine: string, theirs: string): string | undefined {
  if (base === mine || base === theirs || mine === theirs) return undefined;
  const parts = diff3Merge(splitLines(mine), splitLines(base), splitLines(theirs), { excludeFalseConflicts: true });
  const lines = parts.map(({ ok }) => ok);
  return lines.every((part) => part !== undefined) ? lines.flat().join('\n') : undefined;
}

/** @param base the common base version; without it every field counts as changed by both */
export function detectConflict(
  base: ComparedDocument | undefined,
  mine: DocumentValues,
  theirs: DocumentResponse,
): MergeConflict {
  if (!base) return { theirs, mine, fieldsChangedByThem: [], rebased: mine };
  const [baseValues, saved] = [toFormValues(base), toFormValues(theirs)];
  const onlyTheirs = Object.keys(baseValues).filter(
    (name) => name !== 'note' && isSame(mine[name], baseValues[name]) && !isSame(saved[name], baseValues[name]),
  );
  const rebased: DocumentValues = { ...mine, ...Object.fromEntries(onlyTheirs.map((name) => [name, saved[name]])) };
  const content = mergeText(base.content, mine.content, theirs.content);
  return {
    theirs,
    mine,
    fieldsChangedByThem: onlyTheirs,
    rebased,
    merged: content === undefined ? undefined : { ...rebased, content },
  };
}
