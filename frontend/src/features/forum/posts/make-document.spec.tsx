import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { createUser } from '../../../../test/fixtures';
import { createPost, createPostPage, createThread } from '../../../../test/forum-fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { ThreadScreen } from '../thread/thread-screen';

const POST = 'POST /forum/posts/post-id-2/document';
const document = { id: 'd1', slug: 'restoring', title: 'Restoring' };

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(post: Partial<PostResponse>, canMake = true) {
  const abilities = { edit: false, delete: false, react: true, make_document: canMake };
  const posts = [createPost(1), createPost(2, { abilities, ...post })];
  const api = stubApi({
    'GET /forum/threads/thread': ok(createThread()),
    'GET /forum/threads/thread/posts': ok(createPostPage(posts)),
  });
  const view = await renderScreen(<ThreadScreen id="thread" page={1} />, {
    user: createUser({ permissions: ['content.create'] }),
    path: '/community/thread/thread',
  });
  await screen.findByText('Text 2');
  return { api, ...view };
}

const openMenu = async () => user.click(await screen.findByRole('button', { name: 'More actions for post 2' }));
const makeDocument = async () => {
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Turn into a document' }));
};

test('the entry in the menu of a post opens the new draft', async () => {
  const { api, getPath } = await open({ is_solution: true });
  api.on(POST, ok({ ...document, is_new: true }, 201));
  await makeDocument();
  await waitFor(() => {
    expect(getPath()).toBe('/docs/restoring/edit');
  });
  expect(await screen.findByText('Draft created from this post')).toBeInTheDocument();
});

test('the entry opens the draft that exists already, and says so', async () => {
  const { api, getPath } = await open({});
  api.on(POST, ok({ ...document, is_new: false }));
  await makeDocument();
  expect(await screen.findByText('This post already has a draft')).toBeInTheDocument();
  expect(getPath()).toBe('/docs/restoring/edit');
});

test('a failure stays in the thread and says why', async () => {
  const { api, getPath } = await open({ is_solution: true });
  api.on(POST, problem(409, { detail: 'Hidden posts can’t become documents.' }));
  await makeDocument();
  expect(await screen.findByText('Hidden posts can’t become documents.')).toBeVisible();
  expect(getPath()).toBe('/community/thread/thread');
});

test('users who cannot make documents do not have the entry', async () => {
  await open({}, false);
  await openMenu();
  expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: /Make a document/ })).not.toBeInTheDocument();
});

test('a post names the documents that it became', async () => {
  await open({ documents: [document] });
  expect(screen.getByText('Document:')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Restoring' })).toHaveAttribute('href', '/docs/restoring');
});

test('the head of a thread names what it is about', async () => {
  stubApi({
    'GET /forum/threads/thread': ok(
      createThread({ about: { item_type: 'video', item_id: 'v1', slug: 'backups', title: 'Backups', second: 754 } }),
    ),
    'GET /forum/threads/thread/posts': ok(createPostPage([createPost(1)])),
  });
  await renderScreen(<ThreadScreen id="thread" page={1} />, { path: '/community/thread/thread' });
  expect(await screen.findByRole('link', { name: 'About: Backups' })).toHaveAttribute('href', '/videos/backups');
  expect(screen.getByRole('link', { name: 'Play “Backups” at 12:34' })).toHaveAttribute(
    'href',
    expect.stringContaining('t='),
  );
});
