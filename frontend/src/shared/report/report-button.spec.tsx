import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReportedType } from '../../api/generated/model/reportedType';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { offline, ok, problem, stubApi } from '../../../test/stub-api';
import { ReportButton } from './report-button';

const REPORT = 'POST /reports';
const done = ok({ message: '' }, 201);
const reader = createUser();

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open({ type = 'post', response = done }: { type?: ReportedType; response?: typeof done } = {}) {
  const api = stubApi({ [REPORT]: response });
  await renderScreen(<ReportButton type={type} id="reported" authorId="author" name="3" />, { user: reader });
  const button = screen.getByRole('button', { name: /^Report / });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: button.getAttribute('aria-label') ?? '' });
  return { api, button, dialog: within(dialog) };
}

const bodies = (api: ReturnType<typeof stubApi>) => api.sent(REPORT).map(({ body }) => body);
const send = () => user.click(screen.getByRole('button', { name: 'Send report' }));

test('guests and the author have no button', async () => {
  stubApi({});
  const button = <ReportButton type="post" id="reported" authorId="author" name="3" />;
  await renderScreen(button);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  cleanup();
  await renderScreen(button, { user: createUser({ id: 'author' }) });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a reason is enough; the focus returns to the button', async () => {
  const { api, button, dialog } = await open();
  expect(button).toHaveAccessibleName('Report post 3');
  expect(dialog.getByRole('radio', { name: 'Spam' })).toHaveFocus();
  await user.click(dialog.getByRole('radio', { name: 'Spam' }));
  await send();
  expect(await screen.findByText('Report sent. A moderator will review it.')).toBeInTheDocument();
  expect(bodies(api)).toEqual([{ item_type: 'post', item_id: 'reported', reason: 'Spam' }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('a reported item stays marked in this visit, also on a screen opened later, and for this user only', async () => {
  const { api, button, dialog } = await open();
  await user.click(dialog.getByRole('radio', { name: 'Spam' }));
  await send();
  await screen.findByText('Report sent. A moderator will review it.');
  expect(button).toHaveAccessibleName('Reported post 3');
  expect(button).toHaveTextContent('Reported');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(bodies(api)).toHaveLength(1);

  const reported = <ReportButton type="post" id="reported" authorId="author" name="3" />;
  const other = <ReportButton type="thread" id="reported" authorId="author" />;
  cleanup();
  await renderScreen(
    <>
      {reported}
      {other}
    </>,
    { user: reader },
  );
  expect(screen.getByRole('button', { name: 'Reported post 3' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Report this thread' })).toBeInTheDocument();
  cleanup();
  await renderScreen(reported, { user: createUser({ id: 'another' }) });
  expect(screen.getByRole('button', { name: 'Report post 3' })).toBeInTheDocument();
});

test('an item that was reported before this visit is marked once the server says so', async () => {
  const { button, dialog } = await open({ response: problem(409, { code: 'already_reported', detail: 'Reported.' }) });
  await user.click(dialog.getByRole('radio', { name: 'Spam' }));
  await send();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(button).toHaveAccessibleName('Reported post 3');
});

test('details are sent with the reason', async () => {
  const { api, dialog } = await open({ type: 'document' });
  await user.click(dialog.getByRole('radio', { name: 'Wrong or outdated' }));
  await user.type(dialog.getByRole('textbox', { name: 'Details' }), '  Step 2 is for version 1. ');
  await send();
  await waitFor(() => {
    expect(bodies(api)).toEqual([
      { item_type: 'document', item_id: 'reported', reason: 'Wrong or outdated: Step 2 is for version 1.' },
    ]);
  });
});

test.each([
  ['document', true],
  ['video', true],
  ['thread', false],
  ['comment', false],
  ['post', false],
] as const)('a %s can be outdated: %s', async (type, isOffered) => {
  const { dialog } = await open({ type });
  const names = dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);
  expect(names).toEqual([
    'Spam',
    'Offensive or harmful',
    'Off topic',
    ...(isOffered ? ['Wrong or outdated'] : []),
    'Something else',
  ]);
});

test('a reason is required, and the details of something else', async () => {
  const { api, dialog } = await open();
  await send();
  const group = dialog.getByRole('radiogroup', { name: 'What is wrong?' });
  expect(group).toHaveAccessibleDescription('Choose a reason.');
  expect(group).toHaveFocus();
  const details = dialog.getByRole('textbox', { name: 'Details' });
  expect(details).not.toBeRequired();
  await user.click(dialog.getByRole('radio', { name: 'Something else' }));
  expect(group).not.toHaveAttribute('aria-invalid');
  expect(details).toBeRequired();
  await send();
  expect(details).toHaveAccessibleDescription(expect.stringContaining('Describe what is wrong.'));
  expect(details).toHaveFocus();
  await user.click(details);
  await user.paste('x'.repeat(951));
  await send();
  expect(details).toHaveAccessibleDescription(expect.stringContaining('At most 950 characters'));
  expect(bodies(api)).toEqual([]);
});

test('what was typed stays after a failure, and a repetition is the same report', async () => {
  const { api, dialog } = await open({ response: problem(503, { detail: 'Please wait a moment.' }) });
  await user.click(dialog.getByRole('radio', { name: 'Something else' }));
  await user.type(dialog.getByRole('textbox', { name: 'Details' }), 'A copy of #1');
  await send();
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please wait a moment.');
  api.on(REPORT, offline);
  await send();
  expect(await dialog.findByText(/^The report was not sent/)).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('A copy of #1');
  expect(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked();
  api.on(REPORT, done);
  await send();
  expect(await screen.findByText('Report sent. A moderator will review it.')).toBeInTheDocument();
  expect(new Set(api.sent(REPORT).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  expect(bodies(api).at(-1)).toMatchObject({ reason: 'Something else: A copy of #1' });
});

test.each([
  [409, { code: 'already_reported', detail: 'You have already reported this.' }],
  [404, { detail: 'This post does not exist or is not visible to you.' }],
  [429, { detail: 'You have sent many reports. Please wait 5 minutes.' }],
])('the reason of a refusal with %d is said', async (status, fields) => {
  const { dialog } = await open({ response: problem(status, fields) });
  await user.click(dialog.getByRole('radio', { name: 'Off topic' }));
  await send();
  expect(await dialog.findByRole('alert')).toHaveTextContent(fields.detail);
});

test('a canceled report is not sent', async () => {
  const { api, button } = await open();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  expect(bodies(api)).toEqual([]);
});
