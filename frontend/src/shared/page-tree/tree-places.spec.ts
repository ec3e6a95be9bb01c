import { expect, test } from '@jest/globals';
import type { TreeItem } from './queries';
import { getDropPlace, getKeyboardPlace, type TreePosition } from './tree-places';

const toItem = (id: string): TreeItem => ({
  type: 'document',
  id,
  slug: id,
  title: id,
  status: 'PUBLISHED',
  has_children: false,
  can_move: true,
  number: null,
  is_done: null,
});
const siblings = ['a', 'b', 'c'].map(toItem);
const at = (index: number, path: string[] = []): TreePosition => ({ categoryId: 'category', path, siblings, index });
const inCategory = (place: object) => ({ category_id: 'category', ...place });

test.each([
  ['up', 'ArrowUp', at(2), { parent_id: null, after_id: 'a' }],
  ['up to the first place', 'ArrowUp', at(1), { parent_id: null, after_id: null }],
  ['down', 'ArrowDown', at(0), { parent_id: null, after_id: 'b' }],
  ['below the page before it, as its last child', 'ArrowRight', at(1), { parent_id: 'a' }],
  ['after its parent', 'ArrowLeft', at(0, ['x', 'y']), { parent_id: 'x', after_id: 'y' }],
  ['to the top level', 'ArrowLeft', at(0, ['x']), { parent_id: null, after_id: 'x' }],
])('keys move a page %s', (_where, key, position, place) => {
  expect(getKeyboardPlace(key, position)).toEqual(inCategory(place));
});

test.each([
  ['ArrowUp', at(0)],
  ['ArrowDown', at(2)],
  ['ArrowRight', at(0)],
  ['ArrowLeft', at(1)],
  ['Enter', at(1)],
])('%s moves nothing where there is no place', (key, position) => {
  expect(getKeyboardPlace(key, position)).toBeUndefined();
});

test('a page is dropped before, after and below another one', () => {
  expect(getDropPlace('z', 'reorder-before', at(1))).toEqual(inCategory({ parent_id: null, after_id: 'a' }));
  expect(getDropPlace('z', 'reorder-before', at(0))).toEqual(inCategory({ parent_id: null, after_id: null }));
  expect(getDropPlace('z', 'reorder-after', at(1, ['x']))).toEqual(inCategory({ parent_id: 'x', after_id: 'b' }));
  expect(getDropPlace('z', 'combine', at(1))).toEqual(inCategory({ parent_id: 'b' }));
});

test('a page is not dropped on itself, below itself, or where it is', () => {
  expect(getDropPlace('b', 'combine', at(1))).toBeUndefined();
  expect(getDropPlace('x', 'combine', at(1, ['x']))).toBeUndefined();
  expect(getDropPlace('a', 'reorder-before', at(1))).toBeUndefined();
  expect(getDropPlace('c', 'reorder-after', at(1))).toBeUndefined();
});
