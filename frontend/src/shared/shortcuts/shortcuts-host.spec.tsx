import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { ShortcutsHost } from './shortcuts-host';

const onSearch = jest.fn();
beforeEach(() => {
  onSearch.mockClear();
});

const open = async () => {
  await renderScreen(
    <>
      <input />
      <button type="button" />
      <ShortcutsHost onSearch={onSearch} />
    </>,
  );
  return userEvent.setup();
};

test('a question mark shows all shortcuts, a slash searches', async () => {
  const user = await open();
  screen.getByRole('button').focus();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('Next post')).toBeInTheDocument();
  await user.keyboard('/?');
  expect(onSearch).not.toHaveBeenCalled();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.keyboard('/');
  expect(onSearch).toHaveBeenCalledTimes(1);
});

test('they do nothing in a field or with a modifier', async () => {
  const user = await open();
  await user.type(screen.getByRole('textbox'), '/?');
  expect(screen.getByRole('textbox')).toHaveValue('/?');
  screen.getByRole('button').focus();
  for (const modifier of ['Control', 'Alt', 'Meta']) await user.keyboard(`{${modifier}>}/?{/${modifier}}`);
  expect(onSearch).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('they can be turned off, which the browser remembers', async () => {
  const user = await open();
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: /^Single-key shortcuts/ }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('/?');
  expect(onSearch).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
