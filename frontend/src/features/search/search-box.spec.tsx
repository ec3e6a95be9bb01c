import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import { SearchBox } from './search-box';

test('a query that is too long is refused with its limit, and not cut', async () => {
  const search = jest.fn();
  const api = stubApi({ 'GET /search/suggestions': ok([]) });
  await renderScreen(
    <SearchBox query="" canBeEmpty={false} shouldFocus={false} onSearch={search} onMoveToResults={() => undefined} />,
  );
  const user = userEvent.setup();
  const box = screen.getByRole('combobox');
  await user.click(box);
  await user.paste('x'.repeat(201));
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('x'.repeat(201));
  expect(box).toHaveAccessibleDescription('At most 200 characters are allowed; this has 201.');
  expect(search).not.toHaveBeenCalled();

  await user.keyboard('{Backspace}{Enter}');
  expect(search).toHaveBeenCalledWith('x'.repeat(200));
  // Longer than any title.
  expect(api.sent('GET /search/suggestions')).toHaveLength(0);
});

test('a query in the address that is too long is shown with its limit', async () => {
  stubApi({ 'GET /search/suggestions': ok([]) });
  await renderScreen(
    <SearchBox
      query={'x'.repeat(250)}
      canBeEmpty={false}
      shouldFocus={false}
      onSearch={jest.fn()}
      onMoveToResults={() => undefined}
    />,
  );
  const box = screen.getByRole('combobox');
  expect(box).toHaveValue('x'.repeat(250));
  expect(box).toBeInvalid();
  expect(box).toHaveAccessibleDescription('At most 200 characters are allowed; this has 250.');
});

test('a search before the script has loaded keeps its query', async () => {
  await renderScreen(
    <SearchBox query="" canBeEmpty={false} shouldFocus={false} onSearch={jest.fn()} onMoveToResults={jest.fn()} />,
  );
  expect(screen.getByRole('search')).toHaveAttribute('action', '/search');
  expect(screen.getByRole('combobox')).toHaveAttribute('name', 'q');
});
