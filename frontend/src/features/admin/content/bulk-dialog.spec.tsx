import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { BulkDialog } from './bulk-dialog';

const COMPARE = 'POST /categories/reader-changes';
const category = {
  id: 'c',
  title: 'Handbook',
  name: 'Handbook',
  parent_category_id: null,
  is_restricted: true,
  restricted_to: ['Sales'],
  abilities: { write: true },
};

const findNotice = () => screen.findByRole('group', { name: 'This changes who can read' });

test('a new category says before it is set who gains and loses access to the selected items', async () => {
  const unchanged = { gained: 0, lost: 0, guests_gain: false, guests_lose: false };
  const api = stubApi({
    'GET /categories': ok([category]),
    [COMPARE]: ({ body }) =>
      ok(
        (body as { to: string | null }).to
          ? { ...unchanged, lost: 3, is_open_after: false, groups_before: [], groups_after: ['Sales'] }
          : {
              ...unchanged,
              guests_gain: true,
              gained: 1,
              is_open_after: true,
              groups_before: ['Sales'],
              groups_after: [],
            },
      ),
  });
  const onApply = jest.fn();
  await renderScreen(
    <BulkDialog
      tab="documents"
      action="set_category"
      ids={['a', 'b']}
      items="2 documents"
      isPending={false}
      onApply={onApply}
      onClose={jest.fn()}
    />,
    { user: createUser() },
  );
  const select = await screen.findByRole('combobox', { name: 'New category' });
  await userEvent.selectOptions(select, await screen.findByRole('option', { name: 'Handbook\u00a0🔒' }));
  expect(await findNotice()).toHaveTextContent('Afterwards, only Sales can read.3 people lose access.');
  await userEvent.selectOptions(select, 'none');
  await waitFor(async () => {
    expect(await findNotice()).toHaveTextContent('no longer limited to Sales.Guests and 1 person gain access.');
  });
  expect(api.sent(COMPARE).map(({ body }) => body)).toEqual([
    { item_ids: ['a', 'b'], to: 'c' },
    { item_ids: ['a', 'b'], to: null },
  ]);
  api.on(COMPARE, problem(500));
  await userEvent.selectOptions(select, 'c');
  expect(await screen.findByText('Who can read afterwards could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change 2 documents' }));
  expect(onApply).toHaveBeenCalledWith({ action: 'set_category', category_id: 'c' });
});
