import { expect, test } from '@jest/globals';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { emptyValues, type DocumentValues } from './form-values';
import { meet } from './meeting';

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

test('what one never touched stays as the other saved it; what both changed is one’s own', () => {
  const { kept, combined, onlyTheirs } = meet(
    base,
    mine({ title: 'Mine', tags: ['a', 'mine'], note: 'why' }),
    theirs({ title: 'Theirs', summary: 'Theirs', tags: ['a', 'theirs'], content: 'theirs' }),
  );
  expect(kept).toEqual(mine({ title: 'Mine', tags: ['a', 'mine'], note: 'why', summary: 'Theirs', content: 'theirs' }));
  expect(onlyTheirs).toEqual(['content', 'summary']);
  expect(combined).toBeUndefined();
});

test('changes of both in different lines are combined', () => {
  const { kept, combined } = meet(
    base,
    mine({ content: 'ONE\n\ntwo\n\nthree' }),
    theirs({ content: 'one\n\ntwo\n\nTHREE\n', summary: 'Theirs' }),
  );
  expect(kept.content).toBe('ONE\n\ntwo\n\nthree');
  expect(combined).toEqual(mine({ content: 'ONE\n\ntwo\n\nTHREE\n', summary: 'Theirs' }));
});

test.each([
  ['the same lines', 'one\n\nmine\n\nthree', 'one\n\ntheirs\n\nthree'],
  ['only one of them', 'one\n\ntwo\n\nthree', 'one\n\ntheirs\n\nthree'],
  ['both alike', 'one\n\nalike\n\nthree', 'one\n\nalike\n\nthree'],
])('nothing is offered to combine where they changed %s', (_what, content, other) => {
  expect(meet(base, mine({ content }), theirs({ content: other })).combined).toBeUndefined();
});

test('without the text both began with, everything counts as one’s own', () => {
  const own = mine({ content: 'mine' });
  expect(meet(undefined, own, theirs({ summary: 'Theirs' }))).toMatchObject({ kept: own });
});
