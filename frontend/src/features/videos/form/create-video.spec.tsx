import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createUser, createVideo } from '../../../../test/fixtures';
import { stubHangingUploads } from '../../../../test/hanging-uploads';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { CreateVideoScreen } from './create-video-screen';

const POST = 'POST /videos';
const box = (name: string) => screen.getByRole('textbox', { name });
const submit = () => screen.getByRole('button', { name: 'Submit for review' });

const valuesOf = (name: string) => screen.getAllByRole<HTMLInputElement>('textbox', { name }).map(({ value }) => value);

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  stubHangingUploads();
  // jsdom has no blobs with addresses, which the preview of a chosen file uses.
  Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => undefined });
});
afterEach(() => {
  document.querySelector('meta[name="hub-max-video-mb"]')?.remove();
});

async function open(account = createUser()) {
  const api = stubApi({ 'GET /categories': ok([]) });
  const { getPath } = await renderScreen(<CreateVideoScreen />, { user: account, path: '/videos/create' });
  await screen.findByRole('textbox', { name: 'Title' });
  return { api, getPath };
}

const chooseSource = (name: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), name);

test('an upload cannot be submitted before a file is chosen', async () => {
  await open();
  await user.type(box('Title'), 'A tour');
  expect(submit()).toBeDisabled();
  await chooseSource('Vimeo');
  expect(submit()).toBeEnabled();
});

/** What the server writes into the page. */
function setMaxVideoMb(content: string): void {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'hub-max-video-mb', content }));
}

async function dropVideo(name: string, bytes: number): Promise<void> {
  const file = Object.defineProperty(new File(['a'], name), 'size', { value: bytes });
  // The upload of a former file ends in a later microtask.
  await act(async () => {
    fireEvent.drop(screen.getByRole('group', { name: 'Video file' }), { dataTransfer: { files: [file] } });
    await Promise.resolve();
  });
}

test('a file above the limit of the server is refused before its upload begins', async () => {
  setMaxVideoMb('2048');
  await open();
  const field = screen.getByRole('group', { name: 'Video file' });
  expect(field).toHaveAccessibleDescription('MP4, WebM, AVI, MOV or MKV, at most 2 GB');
  await user.type(box('Title'), 'A tour');
  await dropVideo('tour.mp4', 2048 * 1024 ** 2 + 1);
  expect(screen.getByRole('alert')).toHaveTextContent('The file is too large: at most 2 GB are accepted.');
  expect(submit()).toBeDisabled();
  await dropVideo('tour.pdf', 1);
  expect(screen.getByRole('alert')).toHaveTextContent('Choose an MP4, WebM, AVI, MOV or MKV file.');
  await dropVideo('tour.MKV', 2048 * 1024 ** 2);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field).toHaveTextContent('tour.MKV (2.1 GB)');
  expect(submit()).toBeEnabled();
});

test('the title is taken from the file’s name until the author writes one', async () => {
  await open();
  await dropVideo('how_to-tie.mp4', 1);
  expect(box('Title')).toHaveValue('How to tie');
  // The form is filled in while the upload runs.
  expect(await screen.findByRole('region', { name: 'Uploading the video' })).toBeVisible();
  expect(submit()).toBeEnabled();
  await dropVideo('knots.mp4', 1);
  expect(box('Title')).toHaveValue('Knots');
  await user.type(box('Title'), '!');
  await dropVideo('other.mp4', 1);
  expect(box('Title')).toHaveValue('Knots!');
});

test('a page without the limit of the server does not name one', async () => {
  await open();
  const field = screen.getByRole('group', { name: 'Video file' });
  expect(field).toHaveAccessibleDescription('MP4, WebM, AVI, MOV or MKV');
  await dropVideo('tour.mp4', 1e13);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a video of another service needs its URL', async () => {
  const { api } = await open();
  await chooseSource('YouTube');
  await user.click(submit());
  expect(screen.getByText('Title is required')).toBeVisible();
  expect(screen.getByText('Video URL is required')).toBeVisible();
  await user.type(box('Video URL'), 'not a url');
  await user.click(submit());
  expect(screen.getByText('Enter a URL that begins with https://')).toBeVisible();
  expect(api.sent(POST)).toHaveLength(0);
});

const DETAILS = 'POST /videos/youtube-details';
const details = (title: string, thumbnail_data: string | null = btoa('RIFF')) => ok({ title, thumbnail_data });
const useYouTube = () => user.click(screen.getByRole('button', { name: 'Use YouTube’s title and thumbnail' }));

test('title and thumbnail are taken from YouTube when the author asks, and from another video later', async () => {
  const { api } = await open();
  await chooseSource('YouTube');
  expect(screen.queryByRole('button', { name: /^Use YouTube/ })).toBeNull();
  await user.type(box('Video URL'), 'youtu.be/dQw4w9WgXcQ');
  expect(api.sent(DETAILS)).toHaveLength(0);
  api.on(DETAILS, details('Never'));
  await useYouTube();
  expect(await screen.findByText('Title and thumbnail added.')).toBeInTheDocument();
  expect(api.sent(DETAILS)[0]!.body).toEqual({ source_url: 'https://youtu.be/dQw4w9WgXcQ' });
  expect(box('Title')).toHaveValue('Never');
  expect(valuesOf('Slug')).toEqual(['never']);
  expect(screen.getByRole('img', { name: /youtube\.webp/ })).toBeInTheDocument();

  api.on(DETAILS, details('Gonna', null));
  await useYouTube();
  expect(await screen.findByText('Title added. YouTube has no thumbnail for it.')).toBeInTheDocument();
  expect(box('Title')).toHaveValue('Gonna');

  await user.type(box('Title'), '!');
  api.on(DETAILS, details('Give'));
  await useYouTube();
  expect(await screen.findByText(/^Thumbnail added\. Your title stays/)).toBeInTheDocument();
  expect(box('Title')).toHaveValue('Gonna!');
});

test('what YouTube refuses is said, and nothing typed is lost', async () => {
  const { api } = await open();
  await user.type(box('Title'), 'Mine');
  await chooseSource('YouTube');
  await user.type(box('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
  api.on(DETAILS, problem(404, { code: 'youtube_video_private', detail: 'It is private.' }));
  await useYouTube();
  expect(await screen.findByRole('alert')).toHaveTextContent('It is private.');
  api.on(DETAILS, offline);
  await useYouTube();
  expect(await screen.findByText(/^YouTube was not asked\./)).toBeInTheDocument();
  expect([box('Title'), box('Video URL')].map((field) => (field as HTMLInputElement).value)).toEqual([
    'Mine',
    'https://youtu.be/dQw4w9WgXcQ',
  ]);
  await user.type(box('Video URL'), '&t=5');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('details that arrive after the address was changed are not used', async () => {
  const { api } = await open();
  await chooseSource('YouTube');
  await user.type(box('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
  const { handler, respond } = deferResponse();
  api.on(DETAILS, handler);
  await useYouTube();
  await user.clear(box('Video URL'));
  await act(async () => {
    respond(details('Never'));
    await Promise.resolve();
  });
  expect(box('Title')).toHaveValue('');
});

test('chapters are added, reordered and removed; what is no time becomes 0', async () => {
  const { api, getPath } = await open();
  const created = createVideo({ slug: 'a-tour', status: 'PROCESSING' });
  const STATUS = `PUT /videos/${created.id}/status`;
  api.on(POST, ok({ ...created, is_draft: true }, 201));
  api.on(STATUS, ok(created));
  await user.type(box('Title'), 'A tour');
  await chooseSource('YouTube');
  await user.type(box('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
  const add = screen.getByRole('button', { name: 'Add chapter' });
  for (const [start, title] of [
    ['soon', 'First'],
    ['65', 'Second'],
    ['2:30', 'Third'],
  ] as const) {
    await user.click(add);
    const [starts, titles] = [
      screen.getAllByRole('textbox', { name: 'Start' }),
      screen.getAllByRole('textbox', { name: 'Title' }),
    ];
    await user.clear(starts.at(-1) as HTMLElement);
    await user.type(starts.at(-1) as HTMLElement, start);
    await user.type(titles.at(-1) as HTMLElement, title);
  }
  expect(valuesOf('Start')).toEqual(['0:00', '1:05', '2:30']);
  await user.click(screen.getByRole('button', { name: 'Move chapter 2 up' }));
  expect(valuesOf('Title').slice(1)).toEqual(['Second', 'First', 'Third']);
  expect(valuesOf('Start')).toEqual(['0:00', '1:05', '2:30']);
  await user.click(screen.getByRole('button', { name: 'Remove chapter 3' }));
  await user.click(submit());
  await waitFor(() => {
    expect(getPath()).toBe('/videos/a-tour');
  });
  expect(api.sent(POST)[0]?.body).toMatchObject({
    title: 'A tour',
    slug: 'a-tour',
    source_type: 'YOUTUBE',
    source_url: 'https://youtu.be/dQw4w9WgXcQ',
    difficulty: 'BEGINNER',
    visibility: 'PUBLIC',
    status: 'DRAFT',
    chapters: [
      { title: 'Second', start_time: 0, description: '' },
      { title: 'First', start_time: 65, description: '' },
    ],
  });
  expect(api.sent(STATUS).map(({ body }) => body)).toEqual([{ status: 'IN_REVIEW' }]);
});

test('a URL that the server does not accept is marked at its field', async () => {
  const { api } = await open();
  const message = 'This is not the address of a video at Loom.';
  api.on(POST, problem(400, { code: 'validation', errors: [{ field: 'source_url', message }] }));
  await user.type(box('Title'), 'A tour');
  await chooseSource('Loom');
  await user.type(box('Video URL'), 'https://example.org/video');
  await user.click(submit());
  expect(await screen.findByText(message)).toBeVisible();
  expect(box('Video URL')).toHaveFocus();
});

test('another failure is an alert with the server’s sentence, or the fixed one', async () => {
  const { api } = await open();
  api.on(POST, problem(500));
  await user.type(box('Title'), 'A tour');
  await chooseSource('YouTube');
  await user.type(box('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
  await user.click(submit());
  const dialog = await screen.findByRole('alertdialog', { name: 'The video was not created' });
  expect(dialog).toHaveTextContent('Failed to create video. Please try again.');
});

test.each([
  ['Save draft', [], 'Draft saved'],
  ['Publish', [{ status: 'READY' }], 'Video created'],
])('“%s” is another way to save a new video', async (name, requested, message) => {
  const { api, getPath } = await open(createUser({ permissions: ['content.create', 'content.publish'] }));
  const created = createVideo({ slug: 'a-tour', status: 'PROCESSING', published_at: null, is_draft: true });
  const STATUS = `PUT /videos/${created.id}/status`;
  api.on(POST, ok(created, 201));
  api.on(STATUS, ok({ ...created, is_draft: false }));
  await user.type(box('Title'), 'A tour');
  await chooseSource('YouTube');
  await user.type(box('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
  await user.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(api.sent(POST)[0]?.body).toMatchObject({ status: 'DRAFT' });
  expect(api.sent(STATUS).map(({ body }) => body)).toEqual(requested);
  expect(getPath()).toBe('/videos/a-tour');
});

test('a request without a response is repeated before the next save, so that there is one video', async () => {
  const { api, getPath } = await open();
  api.on(POST, offline);
  await user.type(box('Title'), 'A tour');
  await chooseSource('YouTube');
  await user.type(box('Video URL'), 'https://youtu.be/dQw4w9WgXcQ');
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await user.type(box('Description'), 'Text');
  const created = createVideo({ title: 'A tour', slug: 'a-tour', status: 'PROCESSING', is_draft: true });
  const PUT = `PUT /admin/videos/${created.id}/enhanced`;
  api.on(POST, ok(created, 201));
  api.on(PUT, ok({ ...created, description: 'Text', version: 2 }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => {
    expect(getPath()).toBe('/videos/a-tour');
  });
  const [first, second] = api.sent(POST);
  expect(api.sent(POST)).toHaveLength(2);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  expect(api.sent(PUT).map(({ body }) => body)).toMatchObject([{ description: 'Text' }]);
  expect(api.sent(`PUT /videos/${created.id}/status`)).toHaveLength(0);
});
