import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { detectConflict as detect } from '../../editing/merge-conflict';
import type { ComparedDocument } from '../../editing/compare/document-diff';
import { emptyValues, toFormValues, type DocumentValues } from './document-values';

const base = {
  ...emptyValues,
  title: 'Title',
  slug: 'title',
  content: 'one\n\ntwo\n\nthree',
  tags: ['a'],
  category_id: null,
};
const mine = (changes: Partial<DocumentValues>): DocumentValues => ({ ...base, category_id: '', ...changes });
const theirs = (changes: Partial<typeof base>) => ({ ...base, ...changes, version: 2 }) as unknown as DocumentResponse;

const kind = { toValues: toFormValues, transientValues: { note: '' }, mergedFields: ['content'] as const };
const detectConflict = (before: ComparedDocument | undefined, own: DocumentValues, other: DocumentResponse) =>
  detect(kind, before && toFormValues(before), own, other);

test('untouched fields keep their values, fields changed by both take the own values', () => {
  const { rebased, merged, fieldsChangedByThem } = detectConflict(
    base,
    mine({ title: 'Mine', tags: ['a', 'mine'], note: 'why' }),
    theirs({ title: 'Theirs', summary: 'Theirs', tags: ['a', 'theirs'], content: 'theirs' }),
  );
  expect(rebased).toEqual(
    mine({ title: 'Mine', tags: ['a', 'mine'], note: 'why', summary: 'Theirs', content: 'theirs' }),
  );
  expect(fieldsChangedByThem).toEqual(['content', 'summary']);
  expect(merged).toEqual(rebased);
});

test('changes in different lines are merged', () => {
  const { rebased, merged, contested } = detectConflict(
    base,
    mine({ content: 'ONE\n\ntwo\n\nthree' }),
    theirs({ content: 'one\n\ntwo\n\nTHREE\n', summary: 'Theirs' }),
  );
  expect(contested).toEqual({ content: [] });
  expect(rebased.content).toBe('ONE\n\ntwo\n\nthree');
  expect(merged).toEqual(mine({ content: 'ONE\n\ntwo\n\nTHREE\n', summary: 'Theirs' }));
});

test('other line ends are no change of theirs', () => {
  const stored = { ...base, content: 'one\r\n\r\ntwo\r\n\r\nthree' };
  const { fieldsChangedByThem, merged, rebased } = detectConflict(
    stored,
    mine({ content: 'ONE\n\ntwo\n\nthree' }),
    theirs({ summary: 'Theirs' }),
  );
  expect(fieldsChangedByThem).toEqual(['summary']);
  expect(merged).toEqual(rebased);
});

test('where both changed the same lines, the own ones stay and are named, beside changes of theirs elsewhere', () => {
  const { merged, contested } = detectConflict(
    base,
    mine({ content: 'one\n\ntwo\n\nmine' }),
    theirs({ content: 'ONE\n\ntwo\n\ntheirs' }),
  );
  expect(merged.content).toBe('ONE\n\ntwo\n\nmine');
  const [range] = contested['content'] ?? [];
  expect(contested['content']).toHaveLength(1);
  expect(merged.content.slice(range?.from, range?.to)).toBe('mine');
});

test.each([
  ['only one changed the content', 'one\n\ntwo\n\nthree', 'one\n\ntheirs\n\nthree'],
  ['both made the same change', 'one\n\nalike\n\nthree', 'one\n\nalike\n\nthree'],
])('nothing is contested where %s', (_name, content, other) => {
  const { merged, contested } = detectConflict(base, mine({ content }), theirs({ content: other }));
  expect(merged.content).toBe(other);
  expect(contested['content'] ?? []).toEqual([]);
});

test('without a base version every field counts as changed', () => {
  const own = mine({ content: 'mine' });
  expect(detectConflict(undefined, own, theirs({ summary: 'Theirs' }))).toMatchObject({ rebased: own });
});

test('merging is the same as applying the changes of both, for any changes of different lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', '', 'c'), { minLength: 12, maxLength: 12 });
  const edit = fc.option(fc.array(fc.constantFrom('x', 'y', ''), { maxLength: 3 }), { nil: undefined });
  fc.assert(
    fc.property(lines, fc.array(edit, { minLength: 4, maxLength: 4 }), (stored, edits) => {
      // Lines that occur once keep the edits apart.
      const numbered = stored.map((line, index) => `${index} ${line}`);
      const apply = (isApplied: (index: number) => boolean) =>
        numbered
          .flatMap((line, index) => {
            const replacement = index % 3 === 1 ? edits[(index - 1) / 3] : undefined;
            return replacement && isApplied((index - 1) / 3) ? replacement : [line];
          })
          .join('\n');
      const { merged, contested } = detectConflict(
        { ...base, content: apply(() => false) },
        mine({ content: apply((index) => index % 2 === 0) }),
        theirs({ content: apply((index) => index % 2 === 1) }),
      );
      expect(merged.content).toBe(apply(() => true));
      expect(contested['content'] ?? []).toEqual([]);
    }),
  );
});

const long = (word: string) => Array.from({ length: 7000 }, (_, index) => `${word} ${index * 7919}\n`).join('\n');

test('long texts of which nothing is alike, with many empty lines, are merged at once', () => {
  const began = performance.now();
  const { merged } = detectConflict(
    { ...base, content: long('base') },
    mine({ content: long('mine') }),
    theirs({ content: long('theirs') }),
  );
  expect(merged.content).toBe(long('mine'));
  expect(performance.now() - began).toBeLessThan(5000);
});
