import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { VideoAbilitiesResponse } from '../../../api/generated/model/videoAbilitiesResponse';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { createUser, createVideo } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { VideoScreen } from './video-screen';

// jsdom has no layout, so what is below the fold never comes near.
class IntersectionObserverStub {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  Object.assign(window, { IntersectionObserver: IntersectionObserverStub });
});

const can = (changes: Partial<VideoAbilitiesResponse>) =>
  ({ ...createVideo().abilities, ...changes }) as VideoAbilitiesResponse;
const returned = {
  status: 'ERROR',
  published_at: null,
  review_note: 'Please cut the **first** minute.',
  reviewer_id: 'rosa',
  reviewer_name: 'Rosa Reviewer',
  reviewed_at: '2026-01-02T00:00:00Z',
} as const;

async function open(changes: Partial<VideoResponse>, position = 0) {
  const user = createUser();
  const video = createVideo({ author_id: user.id, ...changes });
  const api = stubApi({
    'GET /videos/title': ok(video),
    [`GET /videos/${video.id}/position`]: ok({ seconds: position }),
    [`GET /user/reactions/video/${video.id}`]: ok({ content_type: 'video', content_id: video.id, reactions: [] }),
  });
  await renderScreen(<VideoScreen id="title" time={undefined} />, { user, path: '/videos/title' });
  await screen.findByRole('heading', { level: 1, name: 'Title' });
  await screen.findByRole('link', { name: /^Edit/ });
  return { api, video, put: `PUT /videos/${video.id}/status` };
}

const button = (name: string) => screen.queryByRole('button', { name });

describe('a video that was returned or hidden', () => {
  test('shows its author the note above the player, and can be submitted for review', async () => {
    const { api, video, put } = await open({ ...returned, abilities: can({ submit: true }) });
    const note = await screen.findByRole('region', { name: 'Requested changes' });
    expect(note).toHaveTextContent('Rosa Reviewer requested changes');
    expect(note).toHaveTextContent('Please cut the first minute.');
    const player = await screen.findByTitle('Player: Title');
    expect(note.compareDocumentPosition(player)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect([button('Retry'), button('Publish')]).toEqual([null, null]);

    const submitted = { ...video, status: 'READY', review_note: null, abilities: can({ withdraw: true }) };
    api.on(put, ok(submitted));
    api.on('GET /videos/title', ok(submitted));
    await userEvent.click(screen.getByRole('button', { name: 'Submit for review' }));
    expect(await screen.findByRole('region', { name: 'In review' })).toHaveTextContent('A reviewer looks at it next.');
    expect(await screen.findByText('Submitted for review')).toBeVisible();
    expect(screen.getByText('In review')).toBeVisible();
    expect(api.sent(put).map(({ body }) => body)).toEqual([{ status: 'IN_REVIEW' }]);
    expect(button('Submit for review')).toBeNull();
  });

  test('can be published by those who may', async () => {
    const { api, video, put } = await open({ ...returned, abilities: can({ publish: true }) });
    const published = { ...video, status: 'READY', published_at: '2026-01-03T00:00:00Z', review_note: null };
    api.on(put, ok(published));
    api.on('GET /videos/title', ok({ ...published, abilities: can({}) }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'Requested changes' })).toBeNull();
    });
    expect(await screen.findByText('Published', { selector: '[role="status"] *' })).toBeVisible();
  });

  test('is not offered for publication while a new file of it is processed', async () => {
    const processing = { state: 'running', progress: 40, file_name: 'film.mp4' } as const;
    await open({ ...returned, status: 'PROCESSING', processing, abilities: can({ publish: true }) });
    expect(await screen.findByText(/40 % done/)).toBeVisible();
    expect(button('Publish')).toBeNull();
  });
});

describe('a draft', () => {
  const draft = { published_at: null, is_draft: true } as const;

  test('is submitted by its author, who withdraws it while it waits', async () => {
    const { api, video, put } = await open({ ...draft, abilities: can({ submit: true }) });
    expect(screen.getByText('Draft')).toBeVisible();
    expect(button('Publish')).toBeNull();
    const waiting = { ...video, is_draft: undefined, abilities: can({ withdraw: true }) };
    api.on(put, ok(waiting));
    api.on('GET /videos/title', ok(waiting));
    await userEvent.click(screen.getByRole('button', { name: 'Submit for review' }));
    const notice = await screen.findByRole('region', { name: 'In review' });
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Withdraw' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    api.on(put, ok(video));
    api.on('GET /videos/title', ok(video));
    await userEvent.click(within(notice).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('The video is a draft again')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Submit for review' })).toBeVisible();
    expect(api.sent(put).map(({ body }) => body)).toEqual([{ status: 'IN_REVIEW' }, { status: 'DRAFT' }]);
  });

  test('is published by those who may; what was sent back is not by the next click', async () => {
    const all = can({ submit: true, publish: true });
    await open({ ...draft, abilities: all });
    expect(screen.getByRole('button', { name: 'Publish' })).toBeVisible();
    cleanup();
    await open({ ...draft, review_note: 'Shorter.', abilities: all });
    expect(button('Publish')).toBeNull();
    expect(screen.getByRole('button', { name: 'Submit for review' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Publish' })).toBeVisible();
    cleanup();
    await open({ ...draft, author_id: 'another', review_note: 'Shorter.', abilities: all });
    expect([button('Publish'), button('Submit for review')]).toEqual([null, null]);
  });

  test('is published by its author where videos need no review', async () => {
    const meta = Object.assign(document.createElement('meta'), {
      name: 'hub-settings',
      content: JSON.stringify({ 'content.review_videos': false }),
    });
    document.head.append(meta);
    const { api, video, put } = await open({ ...draft, abilities: can({ submit: true }) });
    const published = { ...video, is_draft: undefined, published_at: '2026-01-03T00:00:00Z', abilities: can({}) };
    api.on(put, ok(published));
    api.on('GET /videos/title', ok(published));
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Published', { selector: '[role="status"] *' })).toBeVisible();
    expect(api.sent(put).map(({ body }) => body)).toEqual([{ status: 'READY' }]);
    meta.remove();
  });
});

test('in a further round the reviewer sees the last note beside the decision', async () => {
  await open({ ...returned, status: 'READY', abilities: can({ review: true, withdraw: true }) });
  const notice = await screen.findByRole('region', { name: 'In review' });
  expect(notice).toHaveTextContent('Please cut the first minute.');
  expect(within(notice).getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Requested changes' })).toBeNull();
});

const upload = { source_type: 'UPLOAD', embed_id: null, source_url: null } as const;
const retry = can({ retry: true });
const canceled = 'Processing was canceled.';

describe('processing', () => {
  test('that was canceled is not called an error', async () => {
    await open({ ...upload, status: 'ERROR', published_at: null, error_reason: canceled, abilities: retry });
    expect(await screen.findByRole('heading', { name: canceled })).toBeVisible();
    expect(screen.queryByText('The video could not be processed')).toBeNull();
    expect(button('Retry')).toBeVisible();
  });

  test('of a new file that was canceled says that the former one plays', async () => {
    await open({ error_reason: canceled, abilities: retry });
    expect(await screen.findByRole('region', { name: canceled })).toHaveTextContent(
      'Processing of the new file was canceled. The previous one keeps playing.',
    );
  });

  test('of a new file that failed says that the former one plays', async () => {
    await open({ error_reason: 'This file is not a video that can be read.', abilities: retry });
    expect(await screen.findByRole('region', { name: 'The new file could not be processed' })).toHaveTextContent(
      'This file is not a video that can be read. The previous one keeps playing.',
    );
  });
});

test('a video that begins where the user stopped says so, and starts over on request', async () => {
  await open({}, 74);
  expect(await screen.findByText('Continued at 1:14')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'From the start' }));
  expect(screen.queryByText('Continued at 1:14')).toBeNull();
});

test('a video that begins at its start says nothing about it', async () => {
  await open({}, 0);
  await screen.findByTitle('Player: Title');
  expect(screen.queryByText(/^Continued/)).toBeNull();
});
