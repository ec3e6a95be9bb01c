import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { MoveDialog } from './move-dialog';

const create = (id: string, is_restricted = false) =>
  ({ id, title: id, name: id, parent_category_id: null, is_restricted }) as CategoryResponse;

test('says before a category is deleted who loses access to what moves out of it', async () => {
  const [old, board] = [create('Old'), create('Board', true)];
  const api = stubApi({
    'POST /categories/reader-changes': ok({
      gained: 0,
      lost: 5,
      guests_gain: false,
      guests_lose: true,
      is_open_after: false,
      groups_before: [],
      groups_after: [],
    }),
  });
  await renderScreen(
    <MoveDialog category={old} detail="“Old” has 2 documents." categories={[old, board]} onClose={jest.fn()} />,
    { user: createUser() },
  );
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'Board');
  expect(await screen.findByRole('group', { name: 'This changes who can read' })).toHaveTextContent(
    'Afterwards, only administrators and editors can read.Guests and 5 people lose access.',
  );
  expect(api.sent('POST /categories/reader-changes')[0]?.body).toEqual({ from: 'Old', to: 'Board' });
});
