import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { problem, stubApi } from '../../../../test/stub-api';
import { LanguageSection } from './language-section';

const PROFILE = 'PUT /profile';

test('a chosen language counts once it is saved, and stays chosen if that fails', async () => {
  const api = stubApi({ [PROFILE]: problem(500) });
  const account = createUser({});
  await renderScreen(<LanguageSection user={account} />, { user: account });
  const user = userEvent.setup();
  const save = screen.getByRole('button', { name: 'Save language' });
  const field = screen.getByRole('combobox', { name: 'Language' });
  expect(save).toBeDisabled();
  await user.selectOptions(field, 'Deutsch');
  expect(api.sent(PROFILE)).toHaveLength(0);

  await user.click(save);
  expect(await screen.findByRole('alertdialog', { name: 'The language was not changed' })).toBeInTheDocument();
  expect(api.sent(PROFILE)[0]?.body).toEqual({ language: 'de' });
  expect(field).toHaveValue('de');
});
