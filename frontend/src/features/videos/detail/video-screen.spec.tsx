import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
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

const chapters = [
  { title: 'Why', start_time: 0, description: '' },
  { title: 'Install', start_time: 65, description: 'Node and npm' },
];

async function open(
  changes: Partial<VideoResponse> = {},
  { time, isGuest = true, position = 0 }: { time?: number; isGuest?: boolean; position?: number } = {},
) {
  const video = createVideo(isGuest ? { abilities: undefined, ...changes } : changes);
  const api = stubApi({
    'GET /videos/title': ok(video),
    [`GET /videos/${video.id}/position`]: ok({ seconds: position }),
    [`GET /user/reactions/video/${video.id}`]: ok({ content_type: 'video', content_id: video.id, reactions: [] }),
  });
  await renderScreen(<VideoScreen id="title" time={time} />, {
    user: isGuest ? undefined : createUser(),
    path: '/videos/title',
  });
  await screen.findByRole('heading', { level: 1, name: 'Title' });
  return { api, video };
}

/** A message that a frame sends to its page. */
function receiveFrom(origin: string, source: Window | null, data: unknown): void {
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  });
}

/** A message of the frame of YouTube. */
function receive(source: Window | null, message: object): void {
  receiveFrom('http://localhost', source, { source: 'hub-video', ...message });
}

const frame = () => screen.queryByTitle('Player: Title');

test('YouTube plays in a frame of this hub, from the time in the address', async () => {
  await open({}, { time: 65 });
  await waitFor(() => {
    expect(frame()).toHaveAttribute('src', '/embed/youtube/dQw4w9WgXcQ?title=Title&t=65');
  });
});

describe('without a time in the address', () => {
  test('a video begins where the user stopped watching', async () => {
    await open({}, { isGuest: false, position: 65 });
    await waitFor(() => {
      expect(frame()).toHaveAttribute('src', '/embed/youtube/dQw4w9WgXcQ?title=Title&t=65');
    });
  });

  test('guests begin at the start; their position is not asked for', async () => {
    const { api, video } = await open({}, { position: 65 });
    await waitFor(() => {
      expect(frame()).toHaveAttribute('src', '/embed/youtube/dQw4w9WgXcQ?title=Title');
    });
    expect(api.sent(`GET /videos/${video.id}/position`)).toHaveLength(0);
  });
});

test('the time in the address takes precedence over where the user stopped watching', async () => {
  const { api, video } = await open({}, { isGuest: false, position: 65, time: 0 });
  await waitFor(() => {
    expect(frame()).toHaveAttribute('src', '/embed/youtube/dQw4w9WgXcQ?title=Title');
  });
  expect(api.sent(`GET /videos/${video.id}/position`)).toHaveLength(0);
});

test('the time that the player reports is stored for users', async () => {
  const { api, video } = await open({}, { isGuest: false });
  await waitFor(() => {
    expect(frame()).not.toBeNull();
  });
  const put = `PUT /videos/${video.id}/position`;
  api.on(put, ok({ seconds: 66 }));
  receive((frame() as HTMLIFrameElement).contentWindow, { time: 66.6 });
  cleanup();
  expect(api.sent(put).map(({ body }) => body)).toEqual([{ seconds: 66 }]);
});

test.each([
  ['VIMEO', '76979871/abc', 'Play on Vimeo', 'https://player.vimeo.com/video/76979871?h=abc&autoplay=1&dnt=1#t=0s'],
  ['LOOM', 'a1', 'Play on Loom', 'https://www.loom.com/embed/a1?autoplay=1&t=0'],
] as const)('%s is contacted after a click only', async (source_type, embed_id, button, url) => {
  await open({ source_type, embed_id });
  const play = await screen.findByRole('button', { name: button });
  expect(document.querySelector('iframe')).toBeNull();
  await userEvent.click(play);
  expect(frame()).toHaveAttribute('src', url);
});

const clickChapter = () => userEvent.click(screen.getByRole('button', { name: /1:05 ?Install/ }));

test('Vimeo reports its time and jumps by its messages', async () => {
  const vimeo = 'https://player.vimeo.com';
  await open({ source_type: 'VIMEO', embed_id: '76979871', chapters });
  await userEvent.click(await screen.findByRole('button', { name: 'Play on Vimeo' }));
  const own = (frame() as HTMLIFrameElement).contentWindow as Window;
  const sent = jest.spyOn(own, 'postMessage') as unknown as { mock: { calls: unknown[][] } };
  fireEvent.load(frame() as HTMLElement);
  expect(sent.mock.calls).toEqual([
    [{ method: 'addEventListener', value: 'timeupdate' }, vimeo],
    [{ method: 'addEventListener', value: 'seeked' }, vimeo],
  ]);
  await clickChapter();
  expect(sent.mock.calls.slice(2)).toEqual([
    [{ method: 'setCurrentTime', value: 65 }, vimeo],
    [{ method: 'play' }, vimeo],
  ]);
  const first = screen.getByRole('button', { name: /0:00 ?Why/ });
  const message = { event: 'timeupdate', data: { seconds: 3 } };
  receiveFrom('https://example.org', own, message);
  receiveFrom(vimeo, window, message);
  expect(first).not.toHaveAttribute('aria-current');
  receiveFrom(vimeo, own, message);
  expect(first).toHaveAttribute('aria-current', 'true');
});

test('Loom is loaded at the time of a chapter, also before the click on play', async () => {
  await open({ source_type: 'LOOM', embed_id: 'a1', chapters });
  await screen.findByRole('button', { name: 'Play on Loom' });
  await clickChapter();
  expect(frame()).toHaveAttribute('src', 'https://www.loom.com/embed/a1?autoplay=1&t=65');
  const before = frame();
  await userEvent.click(screen.getByRole('button', { name: /0:00 ?Why/ }));
  expect(frame()).toHaveAttribute('src', 'https://www.loom.com/embed/a1?autoplay=1&t=0');
  // Players without messages take a new time only when they are loaded.
  expect(frame()).not.toBe(before);
});

test('a chapter jumps to its time and is marked as the current one', async () => {
  await open({ chapters });
  await waitFor(() => {
    expect(frame()).not.toBeNull();
  });
  const own = (frame() as HTMLIFrameElement).contentWindow as Window;
  const sent = jest.spyOn(own, 'postMessage');
  const list = screen.getByRole('list', { name: 'Chapters' });
  expect(within(list).getByRole('button', { name: /0:00 ?Why/ })).toHaveAttribute('aria-current', 'true');
  await userEvent.click(within(list).getByRole('button', { name: /1:05 ?Install/ }));
  // The frame has not loaded yet; the jump waits until it listens.
  expect(sent).not.toHaveBeenCalled();
  receive(own, { isReady: true });
  expect(sent.mock.calls as unknown[]).toContainEqual([{ source: 'hub-video', seek: 65 }, 'http://localhost']);
  expect(within(list).getByRole('button', { name: /1:05 ?Install/ })).toHaveAttribute('aria-current', 'true');
  expect(within(list).getByRole('button', { name: /0:00 ?Why/ })).not.toHaveAttribute('aria-current');
});

test('the transcript follows the time that the frame reports, and no other window', async () => {
  await open({ transcript: 'Intro\n0:05 Hello\n1:05 Tools' });
  await waitFor(() => {
    expect(frame()).not.toBeNull();
  });
  const pane = screen.getByRole('region', { name: 'Transcript' });
  expect(within(pane).getByText('Intro').closest('button')).toBeNull();
  const own = (frame() as HTMLIFrameElement).contentWindow;
  receive(own, { time: 66 });
  expect(within(pane).getByRole('button', { name: /Tools/ })).toHaveAttribute('aria-current', 'true');
  receive(window, { time: 6 });
  expect(within(pane).getByRole('button', { name: /Tools/ })).toHaveAttribute('aria-current', 'true');
  receive(own, { time: 6 });
  expect(within(pane).getByRole('button', { name: /Hello/ })).toHaveAttribute('aria-current', 'true');
});

test('processing shows its progress and can be canceled', async () => {
  const processing = { state: 'running', progress: 40, file_name: 'film.mp4' } as const;
  const abilities = { ...createVideo().abilities, cancel: true } as VideoResponse['abilities'];
  const upload = { source_type: 'UPLOAD', embed_id: null, source_url: null, published_at: null } as const;
  const { api, video } = await open({ ...upload, status: 'PROCESSING', processing, abilities }, { isGuest: false });
  expect(await screen.findByText(/40 % done/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Processing progress' })).toHaveAttribute('value', '40');
  const cancel = `POST /videos/${video.id}/cancel`;
  const canceled = { ...video, status: 'ERROR', processing: null, error_reason: 'It was canceled.' };
  api.on(cancel, ok(canceled));
  api.on('GET /videos/title', ok(canceled));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel processing' }));
  expect(await screen.findByText('It was canceled.')).toBeVisible();
  expect(api.sent(cancel)).toHaveLength(1);
});

test('an error says its reason and can be retried', async () => {
  const abilities = { ...createVideo().abilities, retry: true } as VideoResponse['abilities'];
  const { api, video } = await open(
    {
      source_type: 'UPLOAD',
      embed_id: null,
      source_url: null,
      status: 'ERROR',
      error_reason: 'This file is not a video that can be read.',
      abilities,
    },
    { isGuest: false },
  );
  expect(await screen.findByText('This file is not a video that can be read.')).toBeVisible();
  const retry = `POST /videos/${video.id}/retry`;
  const started = { ...video, status: 'PROCESSING', error_reason: null, processing: { state: 'waiting', progress: 0 } };
  api.on(retry, ok(started));
  api.on('GET /videos/title', ok(started));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('In the queue.')).toBeVisible();
});

test('a hidden video says who can see it, others do not', async () => {
  await open({ is_hidden: true }, { isGuest: false });
  expect(await screen.findByRole('region', { name: 'Hidden' })).toHaveTextContent(
    'This video is hidden. Only its author and moderators can see it.',
  );
  cleanup();
  await open({}, { isGuest: false });
  expect(screen.queryByRole('region', { name: 'Hidden' })).toBeNull();
});
