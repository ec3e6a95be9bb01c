import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, ok, stubApi } from '../../../../test/stub-api';
import { ModerationScreen } from './moderation-screen';

const DECIDE = 'POST /admin/moderate-item';

const createItem = (id: string, fields: Partial<ModerationItemResponse> = {}): ModerationItemResponse => ({
  id,
  type: 'comment',
  reason: 'report',
  title: `Title ${id}`,
  author_id: 'author',
  author_name: 'Ada Author',
  author_avatar: null,
  created_at: '2026-11-01T10:00:00Z',
  url: '/docs/a-document',
  excerpt: '',
  content: 'The comment',
  is_content_cut: false,
  version: null,
  revision_id: null,
  is_hidden: false,
  report_count: 0,
  reports: [],
  assignee: null,
  abilities: { decide: true },
  ...fields,
});

async function open(item: ModerationItemResponse) {
  const user = createUser({ permissions: ['moderation.handle', 'content.publish'] });
  const api = stubApi({
    'GET /admin/moderation-queue': ok({ items: [item], total_pending: 1, total_capped: false, next: null }),
    'GET /auth/me': ok(user),
    'GET /videos/one': deferResponse().handler,
    [DECIDE]: ok({ message: 'Item approved successfully!' }),
  });
  await renderScreen(<ModerationScreen search={{ item: `${item.reason}-${item.id}` }} />, {
    user,
    path: '/admin/moderation',
  });
  await screen.findByRole('heading', { level: 2 });
  return api;
}

const getEntry = () => document.querySelector<HTMLElement>('li a')!;
const press = (key: string) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
};

beforeEach(() => {
  document.body.focus();
});

test('letters act only while the focus is within the queue', async () => {
  const api = await open(createItem('one'));
  press('a');
  screen.getByRole('heading', { level: 1 }).focus();
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  getEntry().focus();
  press('a');
  await waitFor(() => {
    expect(api.sent(DECIDE)).toHaveLength(1);
  });
});

test('letters do not act while a dialog is open', async () => {
  const api = await open(createItem('one'));
  getEntry().focus();
  press('r');
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  press('a');
  getEntry().focus();
  press('a');
  expect(api.sent(DECIDE)).toHaveLength(0);
});

test('letters do not decide for users who may not', async () => {
  const api = await open(createItem('one', { abilities: { decide: false } }));
  getEntry().focus();
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.sent(DECIDE)).toHaveLength(0);
});

test('letters do not decide before the content is shown', async () => {
  const api = await open(createItem('one', { type: 'video', reason: 'review', content: null }));
  getEntry().focus();
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.sent(DECIDE)).toHaveLength(0);
});
