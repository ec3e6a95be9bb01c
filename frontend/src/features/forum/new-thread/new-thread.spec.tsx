import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import { createForumCategory, createThread } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { NewThreadScreen } from './new-thread-screen';

const POST = 'POST /forum/categories/general/threads';
const title = () => screen.getByRole('textbox', { name: 'Title' });
const content = () => screen.getByRole('textbox', { name: 'Content' });
const create = () => screen.getByRole('button', { name: 'Create Thread' });

let user: UserEvent;
let account: ReturnType<typeof createUser>;
beforeEach(() => {
  user = userEvent.setup();
  account = createUser({ permissions: ['forum.post'] });
});

const about: AboutItemRequest = { item_type: 'video', item_id: 'v1', second: 754 };
const SIMILAR = 'GET /forum/similar';

async function open(linked?: AboutItemRequest, video = ok({ id: 'v1', slug: 'backups', title: 'Backups' })) {
  const api = stubApi({
    'GET /forum/categories': ok([createForumCategory()]),
    'GET /videos/v1': video,
    [SIMILAR]: ok([]),
  });
  const view = await renderScreen(<NewThreadScreen id="general" about={linked} />, {
    user: account,
    path: '/new-thread',
  });
  await screen.findByRole('textbox', { name: 'Title' });
  return { api, ...view };
}

test('sends title, tags and content, and opens the thread', async () => {
  const { api, getPath } = await open();
  api.on(POST, ok(createThread(), 201));
  await user.type(title(), ' How? ');
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'setup{Enter}');
  await user.type(content(), 'Tell me **all**');
  await user.click(create());
  await waitFor(() => {
    expect(getPath()).toBe('/community/thread/thread');
  });
  expect(api.sent(POST).map(({ body }) => body)).toEqual([
    { title: 'How?', tags: ['setup'], content: 'Tell me **all**' },
  ]);
  cleanup();
  await open();
  expect(title()).toHaveValue('');
});

test.each([
  ['', 'text'],
  ['Title', '  '],
])('title %j and content %j are not sent', async (typedTitle, typedContent) => {
  const { api } = await open();
  if (typedTitle) await user.type(title(), typedTitle);
  await user.type(content(), typedContent);
  await user.click(create());
  await user.click(
    within(screen.getByRole('alertdialog', { name: 'Please fill in both title and content' })).getByRole('button'),
  );
  await waitFor(() => {
    expect(typedTitle ? content() : title()).toHaveFocus();
  });
  expect(title()).toHaveValue(typedTitle);
  expect(content()).toHaveValue(typedContent);
  expect(api.sent(POST)).toEqual([]);
});

test('a failure shows the detail, keeps the text and creates nothing twice', async () => {
  const { api } = await open();
  await user.type(title(), 'Title');
  await user.type(content(), 'Text');
  api.on(POST, problem(403, { detail: 'You may not post here.' }));
  await user.click(create());
  const rejected = await screen.findByRole('alertdialog', { name: 'The thread was not created' });
  expect(rejected).toHaveAccessibleDescription('Failed to create thread: You may not post here.');
  await user.click(within(rejected).getByRole('button', { name: 'OK' }));
  api.on(POST, offline);
  await user.click(create());
  const unsent = await screen.findByRole('alertdialog', { name: 'The thread was not created' });
  expect(unsent).toHaveAccessibleDescription(/^Failed to create thread: The server cannot be reached\./);
  await user.click(within(unsent).getByRole('button', { name: 'OK' }));
  const keys = api.sent(POST).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
  cleanup();
  await open();
  expect(title()).toHaveValue('Title');
  expect(content()).toHaveValue('Text');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(content()).toHaveValue('');
});

test('what the server rejects of a field is said in the dialog and at the field', async () => {
  const { api } = await open();
  await user.type(title(), 'Title');
  await user.type(content(), 'Text');
  const errors = [{ field: 'title', message: 'This title is taken.' }];
  api.on(POST, problem(400, { detail: 'This title is taken.', errors }));
  await user.click(create());
  const dialog = await screen.findByRole('alertdialog', { name: 'The thread was not created' });
  expect(dialog).toHaveAccessibleDescription('Failed to create thread: This title is taken.');
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect(title()).toHaveAccessibleDescription('This title is taken.');
  await waitFor(() => {
    expect(title()).toHaveFocus();
  });
});

test('at most five tags are accepted', async () => {
  const { api } = await open();
  await user.type(title(), 'Title');
  await user.type(content(), 'Text');
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'a,b,c,d,e,f,');
  await user.click(create());
  expect(await screen.findByText('At most five tags are allowed.')).toBeInTheDocument();
  expect(api.sent(POST)).toEqual([]);
});

test('guests are asked to sign in', async () => {
  stubApi({ 'GET /forum/categories': ok([createForumCategory()]) });
  await renderScreen(<NewThreadScreen id="general" />);
  expect(await screen.findByRole('heading', { name: 'Sign in to start a thread' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('a role without the permission gets no form', async () => {
  account = createUser({ permissions: [] });
  stubApi({ 'GET /forum/categories': ok([createForumCategory()]) });
  await renderScreen(<NewThreadScreen id="general" />, { user: account });
  expect(await screen.findByRole('heading', { name: 'You can’t start threads' })).toBeInTheDocument();
});

const similar = {
  type: 'thread',
  id: 's',
  title: 'How to restore a dump',
  url: '/community/thread/s',
  is_solved: true,
  reply_count: 2,
};
const guide = { type: 'document', id: 'd', title: 'Backups', url: '/docs/b', is_solved: null, reply_count: null };
const SIMILAR_TITLE = 'Does one of these answer your question?';

test('similar threads and documents appear while typing, in new tabs, and the focus stays', async () => {
  const { api } = await open();
  api.on(SIMILAR, ok([similar, guide]));
  await user.type(title(), 'How to re');
  const list = within(await screen.findByRole('region', { name: SIMILAR_TITLE }));
  const link = list.getByRole('link', { name: 'How to restore a dump (opens in a new tab)' });
  expect(link).toHaveAttribute('href', '/community/thread/s');
  expect(link).toHaveAttribute('target', '_blank');
  expect(list.getByText('2 replies')).toBeInTheDocument();
  expect(list.getByText('Solved')).toBeInTheDocument();
  expect(list.getByRole('img', { name: 'Document' })).toBeInTheDocument();
  expect(screen.getByText('2 similar pages found')).toBeInTheDocument();
  expect(title()).toHaveFocus();
  // Debounced: one request for what was typed at once.
  expect(api.sent(SIMILAR).map(({ query }) => query.get('title'))).toEqual(['How to re']);
  await user.tab();
  expect(link).toHaveFocus();
  await user.clear(title());
  expect(screen.queryByRole('region', { name: SIMILAR_TITLE })).not.toBeInTheDocument();
});

test('the former list stays until the next one is there', async () => {
  const { api } = await open();
  api.on(SIMILAR, ok([similar]));
  await user.type(title(), 'How to restore');
  await screen.findByRole('region', { name: SIMILAR_TITLE });
  const { handler, respond } = deferResponse();
  api.on(SIMILAR, handler);
  await user.type(title(), ' it');
  await waitFor(() => {
    expect(api.sent(SIMILAR)).toHaveLength(2);
  });
  expect(screen.getByText('How to restore a dump')).toBeInTheDocument();
  respond(ok([guide]));
  expect(await screen.findByText('Backups')).toBeInTheDocument();
  expect(screen.queryByText('How to restore a dump')).not.toBeInTheDocument();
});

test('short titles ask for nothing, and failures are silent', async () => {
  jest.useFakeTimers();
  user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  const { api } = await open();
  api.on(SIMILAR, problem(500));
  await user.type(title(), 'Two words');
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(api.sent(SIMILAR)).toEqual([]);
  await user.type(title(), ' more');
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(api.sent(SIMILAR)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: SIMILAR_TITLE })).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

async function sendText(api: Awaited<ReturnType<typeof open>>['api']) {
  api.on(POST, ok(createThread(), 201));
  await user.type(title(), 'Title');
  await user.type(content(), 'Text');
  await user.click(create());
  await waitFor(() => {
    expect(api.sent(POST)).toHaveLength(1);
  });
  return api.sent(POST)[0]?.body;
}

test('a thread about a video shows and sends it, with the second', async () => {
  const { api } = await open(about);
  expect(await screen.findByRole('link', { name: 'About: Backups' })).toHaveAttribute('href', '/videos/backups');
  expect(screen.getByRole('link', { name: 'Play “Backups” at 12:34' })).toBeVisible();
  expect(await sendText(api)).toMatchObject({ about });
});

test('what it is about can be removed', async () => {
  const { api } = await open(about);
  await user.click(await screen.findByRole('button', { name: 'Don’t link “Backups”' }));
  expect(screen.queryByText(/About: /)).not.toBeInTheDocument();
  expect(title()).toHaveFocus();
  expect(await sendText(api)).not.toHaveProperty('about');
});

test('a video that is gone is not sent', async () => {
  const { api } = await open(about, problem(404));
  expect(await screen.findByText(/is not available/)).toBeVisible();
  expect(await sendText(api)).not.toHaveProperty('about');
});

test('its draft is kept apart from those of the category', async () => {
  await open(about);
  await user.type(title(), 'About backups');
  cleanup();
  await open();
  expect(title()).toHaveValue('');
  cleanup();
  await open(about);
  expect(title()).toHaveValue('About backups');
});
