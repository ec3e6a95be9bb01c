import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { DocumentScreen } from './document-screen';

// jsdom has no layout, so what is below the fold never comes near.
class IntersectionObserverStub {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  Object.assign(window, { IntersectionObserver: IntersectionObserverStub });
});

async function open(isHidden: boolean) {
  const document = createDocument({ slug: 'title', title: 'Title', is_hidden: isHidden });
  const api = stubApi({
    'GET /documents/title': ok(document),
    [`GET /user/reactions/document/${document.id}`]: ok({
      content_type: 'document',
      content_id: document.id,
      reactions: [],
    }),
  });
  await renderScreen(<DocumentScreen id="title" />, { user: createUser(), path: '/docs/title' });
  await screen.findByRole('heading', { level: 1, name: 'Title' });
  return api;
}

test('a hidden document says who can see it', async () => {
  await open(true);
  expect(await screen.findByRole('region', { name: 'Hidden' })).toHaveTextContent(
    'This document is hidden. Only its author and moderators can see it.',
  );
});

test('other documents have no such notice, and reading them is a view', async () => {
  const api = await open(false);
  expect(api.sent('GET /documents/title')[0]?.query.has('count_view')).toBe(false);
  expect(screen.queryByRole('region', { name: 'Hidden' })).toBeNull();
});
