import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, problem, type StubResponse, stubApi } from '../../../test/stub-api';
import SetupChecklist from './setup-checklist';

const CHECKLIST = 'GET /admin/setup-checklist';
const DEMO = 'GET /admin/demo-content';
const REMOVE = 'DELETE /admin/demo-content';
const DEFAULTS = 'POST /forum/setup-default-categories';
const checklist = (...names: string[]) =>
  ok({ steps: names.map((name) => ({ name, is_done: false })), is_dismissed: false });
const demo = ok({
  exists: true,
  removed: { documents: 15, videos: 4, threads: 1, users: 3 },
  kept: { documents: 1, videos: 0, threads: 0, users: 1 },
});

async function open(removal: StubResponse) {
  let isRemoved = false;
  const api = stubApi({
    [CHECKLIST]: () => (isRemoved ? checklist('mail') : checklist('mail', 'demo')),
    [DEMO]: demo,
    [REMOVE]: () => {
      isRemoved = removal.status === 200;
      return removal;
    },
  });
  await renderScreen(<SetupChecklist />, { user: createUser({ permissions: ['system.manage'] }) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove the demo content' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove the demo content?' });
  return { api, user, dialog };
}

const removals = ({ sent }: Awaited<ReturnType<typeof open>>['api']) => sent(REMOVE).length;

test('the demo content is removed after a question that says in numbers what goes and what stays', async () => {
  const { api, user, dialog } = await open(ok({ message: 'Demo content removed.' }));
  expect(dialog).toHaveTextContent(
    '15 documents, 4 videos, 1 thread, and 3 users will be deleted for good, with empty demo categories and past ' +
      'figures. Everything that people have made stays, and 1 document and 1 user of the demo that people have ' +
      'changed, commented on or posted in, or that you use.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Demo content removed')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'Demo content' })).not.toBeInTheDocument();
  });
  expect(removals(api)).toBe(1);
});

test('cancelling removes nothing', async () => {
  const { api, user, dialog } = await open(ok({ message: '' }));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Remove the demo content' })).not.toHaveAttribute('aria-busy');
  });
  expect(removals(api)).toBe(0);
});

test('a failed removal says why and keeps the button', async () => {
  const { user, dialog } = await open(problem(403, { detail: 'Only administrators can remove the demo content.' }));
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Only administrators can remove the demo content.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove the demo content', hidden: true })).toBeInTheDocument();
});

test('a hub keeps working without a mail server', async () => {
  let isKept = false;
  const api = stubApi({
    [CHECKLIST]: () =>
      ok({
        steps: [
          { name: 'mail', is_done: isKept },
          { name: 'backup', is_done: false },
        ],
      }),
    'PUT /admin/setup-checklist': () => {
      isKept = true;
      return ok({ steps: [] });
    },
  });
  await renderScreen(<SetupChecklist />, { user: createUser({ permissions: ['system.manage'] }) });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Keep as it is: Email' }));
  expect(await screen.findByText('1 of 2 done')).toBeInTheDocument();
  expect(api.sent('PUT /admin/setup-checklist')[0]?.body).toEqual({ works_without_mail: true });
  expect(screen.queryByRole('button', { name: 'Keep as it is: Email' })).not.toBeInTheDocument();
  // The button went with the focus.
  await waitFor(() => {
    expect(screen.getByRole('link', { name: 'Email' })).toHaveFocus();
  });
});

test('the step “Backup” leads to where backups are created', async () => {
  stubApi({ [CHECKLIST]: checklist('backup') });
  await renderScreen(<SetupChecklist />, { user: createUser({ permissions: ['system.manage'] }) });
  expect(await screen.findByRole('link', { name: 'Backup' })).toHaveAttribute('href', '/admin#backups');
});

test('the community gets its default categories by one press', async () => {
  const api = stubApi({
    [CHECKLIST]: () =>
      ok({
        steps: [
          { name: 'community', is_done: api.sent(DEFAULTS).length > 0 },
          { name: 'backup', is_done: false },
        ],
      }),
    [DEFAULTS]: ok({ message: '4 default categories created successfully' }),
  });
  await renderScreen(<SetupChecklist />, { user: createUser({ permissions: ['system.manage'] }) });
  expect(await screen.findByRole('link', { name: 'Community' })).toHaveAttribute('href', '/admin/forum-categories');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Use the default categories: Community' }));
  expect(await screen.findByText('1 of 2 done')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /default categories/ })).not.toBeInTheDocument();
});
