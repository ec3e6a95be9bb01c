import { expect, test } from '@jest/globals';
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

const kind = { toValues: toFormValues, transientValues: { note: '' }, mergedField: 'content' as const };
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
  expect(merged).toBeUndefined();
});

test('changes in different lines are merged', () => {
  const { rebased, merged } = detectConflict(
    base,
    mine({ content: 'ONE\n\ntwo\n\nthree' }),
    theirs({ content: 'one\n\ntwo\n\nTHREE\n', summary: 'Theirs' }),
  );
  expect(rebased.content).toBe('ONE\n\ntwo\n\nthree');
  expect(merged).toEqual(mine({ content: 'ONE\n\ntwo\n\nTHREE\n', summary: 'Theirs' }));
});

test('other line ends are no change of theirs', () => {
  const stored = { ...base, content: 'one\r\n\r\ntwo\r\n\r\nthree' };
  const { fieldsChangedByThem, merged } = detectConflict(
    stored,
    mine({ content: 'ONE\n\ntwo\n\nthree' }),
    theirs({ summary: 'Theirs' }),
  );
  expect(fieldsChangedByThem).toEqual(['summary']);
  expect(merged).toBeUndefined();
});

test.each([
  ['both changed the same lines', 'one\n\nmine\n\nthree', 'one\n\ntheirs\n\nthree'],
  ['only one changed the content', 'one\n\ntwo\n\nthree', 'one\n\ntheirs\n\nthree'],
  ['both made the same change', 'one\n\nalike\n\nthree', 'one\n\nalike\n\nthree'],
])('no merge is offered where %s', (_name, content, other) => {
  expect(detectConflict(base, mine({ content }), theirs({ content: other })).merged).toBeUndefined();
});

test('without a base version every field counts as changed', () => {
  const own = mine({ content: 'mine' });
  expect(detectConflict(undefined, own, theirs({ summary: 'Theirs' }))).toMatchObject({ rebased: own });
});
