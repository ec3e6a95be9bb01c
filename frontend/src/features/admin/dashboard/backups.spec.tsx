import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { BackupResponse } from '../../../api/generated/model/backupResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, ok, problem, stubApi } from '../../../../test/stub-api';
import { closeSignInRequest, useSignInRequest } from '../../../shared/session/sign-in-request';
import { Backups } from './backups';
import { backupsQuery } from './queries';

/** With a button in place of the sign-in dialog. */
function BackupsPage() {
  const request = useSignInRequest();
  const signIn = () => {
    closeSignInRequest();
    request?.onSignedIn?.();
  };
  return (
    <>
      <Backups />
      {request && <button onClick={signIn}>{`Sign in: ${request.reason}, ${request.formerUserId}`}</button>}
    </>
  );
}

const LIST = 'GET /admin/backups';
const complete: BackupResponse = {
  id: 'b1',
  name: 'knowledge-hub-20261125-030000-5f0c12.tar.zst',
  status: 'complete',
  progress: 100,
  size_bytes: 12_300_000,
  sha256: 'a'.repeat(64),
  missing_files: 0,
  is_file_missing: false,
  error: null,
  is_scheduled: true,
  created_at: '2026-11-25T03:00:00.000Z',
  finished_at: '2026-11-25T03:00:09.000Z',
  verified_at: null,
};
const failed: BackupResponse = {
  ...complete,
  id: 'b2',
  status: 'failed',
  size_bytes: null,
  error: 'There is no storage space left. Please contact an administrator.',
};

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(backups: BackupResponse[]) {
  const api = stubApi({ [LIST]: ok(backups) });
  await renderScreen(<Backups />, { user: createUser({ permissions: ['system.manage'] }) });
  await screen.findByRole('heading', { name: 'Backups' });
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Create backup' })).toBeEnabled();
  });
  return api;
}

test('lists sizes, verified restores and reasons of failures', async () => {
  await open([{ ...complete, verified_at: '2026-11-25T04:00:00.000Z', missing_files: 2 }, failed]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/Daily backup · 12\.3 MB · restore verified 25\.11\.2026/);
  expect(first).toHaveTextContent(complete.name);
  expect(within(first!).getByText('2 files missing')).toBeInTheDocument();
  expect(second).toHaveTextContent('Failed There is no storage space left.');
  expect(within(second!).queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument();
});

test('a backup whose file is gone says so, and cannot be downloaded', async () => {
  await open([{ ...complete, is_scheduled: false, is_file_missing: true }]);
  expect(await screen.findByText('File missing')).toBeInTheDocument();
  expect(screen.getByText(/^Created by hand/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Delete/ })).toBeInTheDocument();
});

test('shows the newest five, and all of them on demand', async () => {
  await open(Array.from({ length: 7 }, (_, at) => ({ ...complete, id: `b${at}`, name: `archive-${at}` })));
  await screen.findByText('archive-4');
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all 7 backups' }));
  const items = screen.getAllByRole('listitem');
  expect(items).toHaveLength(7);
  expect(items[5]).toHaveFocus();
});

test('a backup without files that the storage has lost is no plain success', async () => {
  const api = await open([]);
  const backup = { ...complete, missing_files: 1 };
  api.on('POST /admin/create-backup', ok({ message: 'Not shown.', backup }));
  api.on(LIST, ok([backup]));
  await user.click(screen.getByRole('button', { name: 'Create backup' }));
  expect(await screen.findByText('Backup created without 1 file that is missing in the storage.')).toBeInTheDocument();
  expect(screen.queryByText('Backup created successfully!')).not.toBeInTheDocument();
});

test('creates a backup and reports success', async () => {
  const api = await open([]);
  api.on('POST /admin/create-backup', ok({ message: 'Backup created successfully!', backup: complete }));
  api.on(LIST, ok([complete]));
  await user.click(screen.getByRole('button', { name: 'Create backup' }));
  expect(await screen.findByText('Backup created successfully!')).toBeInTheDocument();
  expect(await screen.findByText('Daily backup · 12.3 MB')).toBeInTheDocument();
});

test('reports a backup once when the list tells its end before the response', async () => {
  const api = stubApi({ [LIST]: ok([]) });
  const { queryClient } = await renderScreen(<Backups />, { user: createUser({ permissions: ['system.manage'] }) });
  const { handler, respond } = deferResponse();
  api.on('POST /admin/create-backup', handler);
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Create backup' })).toBeEnabled();
  });
  await user.click(screen.getByRole('button', { name: 'Create backup' }));
  api.on(LIST, ok([complete]));
  await queryClient.refetchQueries({ queryKey: backupsQuery.queryKey });
  expect(await screen.findByText('Backup created successfully!')).toBeInTheDocument();
  respond(ok({ message: 'Backup created successfully!', backup: complete }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Create backup' })).not.toHaveAttribute('aria-busy');
  });
  expect(screen.getAllByText('Backup created successfully!')).toHaveLength(1);
});

test('shows the progress of a backup until it is complete', async () => {
  const api = await open([{ ...complete, status: 'running', progress: 42, size_bytes: null, finished_at: null }]);
  expect(await screen.findByRole('progressbar', { name: 'Creating the backup: 42 %' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  api.on(LIST, ok([complete]));
  expect(await screen.findByText('Daily backup · 12.3 MB', {}, { timeout: 4000 })).toBeInTheDocument();
  expect(await screen.findByText('Backup created successfully!')).toBeInTheDocument();
});

test('a failure says why', async () => {
  const api = await open([]);
  api.on('POST /admin/create-backup', problem(503, { detail: 'The backup failed. The disk is full.' }));
  await user.click(screen.getByRole('button', { name: 'Create backup' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Error creating backup' });
  expect(dialog).toHaveAccessibleDescription('The backup failed. The disk is full.');
});

test('a download saves the archive, after a new sign-in in place when the last one is old', async () => {
  const admin = createUser({ permissions: ['system.manage'] });
  const api = stubApi({ [LIST]: ok([complete]) });
  await renderScreen(<BackupsPage />, { user: admin });
  api.on('GET /admin/backups/b1/file', problem(403, { code: 'recent_sign_in_required' }));
  await user.click(await screen.findByRole('button', { name: /^Download the backup of 25\.11\.2026/ }));
  const signIn = await screen.findByRole('button', { name: `Sign in: recent, ${admin.id}` });
  const createObjectUrl = jest.fn(() => 'blob:archive');
  URL.createObjectURL = createObjectUrl;
  URL.revokeObjectURL = jest.fn();
  // jsdom cannot navigate.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  api.on('GET /admin/backups/b1/file', ok('archive'));
  await user.click(signIn);
  await waitFor(() => {
    expect(createObjectUrl).toHaveBeenCalled();
  });
});

test('a backup is deleted after confirmation', async () => {
  const api = await open([complete, { ...complete, id: 'b3' }]);
  api.on('DELETE /admin/backups/b1', ok({ message: 'Backup deleted.' }));
  api.on(LIST, ok([{ ...complete, id: 'b3' }]));
  const [button] = await screen.findAllByRole('button', { name: /^Delete the backup/ });
  await user.click(button!);
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this backup?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Backup deleted.')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByRole('listitem')).toHaveFocus();
  });

  api.on('DELETE /admin/backups/b3', ok({ message: 'Backup deleted.' }));
  api.on(LIST, ok([]));
  await user.click(screen.getByRole('button', { name: /^Delete the backup/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('There are no backups yet.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Backups' })).toHaveFocus();
});

test('a list that cannot be loaded is retried', async () => {
  stubApi({ [LIST]: problem(500) });
  await renderScreen(<Backups />, { user: createUser({ permissions: ['system.manage'] }) });
  expect(await screen.findByText('Backups could not be loaded.')).toBeInTheDocument();
});
