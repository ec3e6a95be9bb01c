import { expect, test } from '@jest/globals';
import { createDocument } from '../../../test/fixtures';
import { toEdit } from './save-request';

test('an edit leaves the item where it was moved meanwhile, unless the form says where it belongs', () => {
  const existing = createDocument({ category_id: 'one', version: 3 });
  const send = (category_id: string | null, version: number) => toEdit(existing, { category_id }, version).category_id;
  expect([send('one', 3), send('two', 3), send(null, 3)]).toEqual([undefined, 'two', null]);
  // After a conflict, whose fields the user has compared.
  expect(send('one', 4)).toBe('one');
});
