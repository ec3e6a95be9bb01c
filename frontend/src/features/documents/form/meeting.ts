import { diff3Merge } from 'node-diff3';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ComparedDocument } from '../compare/compared-document';
import { valuesOf, type DocumentValues } from './form-values';

/** Two saves that began with the same text, as whoever saved second can go on. */
export interface Meeting {
  theirs: DocumentResponse;
  mine: DocumentValues;
  /** The fields that only the other has changed. */
  onlyTheirs: string[];
  /** Theirs with what this author changed: what the author never touched is not taken back. */
  kept: DocumentValues;
  /** The same with the changes of both in the content; absent where they changed the same lines, or only one did. */
  combined?: DocumentValues;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const linesOf = (text: string) => text.split(/\r?\n/);

function combinedText(base: string, mine: string, theirs: string): string | undefined {
  if (base === mine || base === theirs || mine === theirs) return undefined;
  const parts = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  const lines = parts.map(({ ok }) => ok);
  return lines.every((part) => part !== undefined) ? lines.flat().join('\n') : undefined;
}

/** @param base what both began with; without it everything counts as changed by both */
export function meet(base: ComparedDocument | undefined, mine: DocumentValues, theirs: DocumentResponse): Meeting {
  if (!base) return { theirs, mine, onlyTheirs: [], kept: mine };
  const [begun, saved] = [valuesOf(base), valuesOf(theirs)];
  const onlyTheirs = Object.keys(begun).filter(
    (name) => name !== 'note' && isSame(mine[name], begun[name]) && !isSame(saved[name], begun[name]),
  );
  const kept: DocumentValues = { ...mine, ...Object.fromEntries(onlyTheirs.map((name) => [name, saved[name]])) };
  const content = combinedText(base.content, mine.content, theirs.content);
  return { theirs, mine, onlyTheirs, kept, combined: content === undefined ? undefined : { ...kept, content } };
}
