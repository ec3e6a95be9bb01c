import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { createUser, createVideo } from '../../../../test/fixtures';
import { stubHangingUploads } from '../../../../test/hanging-uploads';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi, type StubResponse } from '../../../../test/stub-api';
import { EditVideoScreen } from './edit-video-screen';

const box = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const save = () => screen.getByRole('button', { name: 'Save changes' });
const stale = problem(409, {
  code: 'stale_version',
  detail: 'There is a newer version.',
  saved_by: { id: 'anna', name: 'Anna' },
});

let user: UserEvent;
beforeEach(() => {
  stubHangingUploads();
  user = userEvent.setup();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const stored = {
  title: 'Knots',
  slug: 'knots',
  summary: 'In short',
  description: 'What **you** see',
  chapters: [{ title: 'Why', start_time: 65, description: 'A reason' }],
  transcript: '0:05 one\n0:10 two\n0:15 three',
  version: 4,
};

async function open(changes: Partial<VideoResponse> = {}) {
  const video = createVideo({ ...stored, ...changes });
  const api = stubApi({ 'GET /categories': ok([]), [`GET /videos/${video.id}`]: ok(video) });
  const { getPath } = await renderScreen(<EditVideoScreen id={video.id} />, {
    user: createUser(),
    path: `/videos/${video.id}/edit`,
  });
  await screen.findByRole('textbox', { name: 'Slug' });
  return { api, getPath, video, put: `PUT /admin/videos/${video.id}/enhanced` };
}

describe('the form of a video', () => {
  test('shows what is stored', async () => {
    await open();
    expect(screen.getAllByRole('textbox', { name: 'Title' })[0]).toHaveValue('Knots');
    for (const [name, value] of [
      ['Slug', 'knots'],
      ['Summary', 'In short'],
      ['Description', stored.description],
      ['Video URL', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      ['Transcript', stored.transcript],
      ['Start', '1:05'],
      ['Description (optional)', 'A reason'],
    ] as const)
      expect(box(name)).toHaveValue(value);
    expect(screen.getByRole('combobox', { name: 'Source' })).toHaveValue('YOUTUBE');
    expect(screen.getByRole('link', { name: 'View video' })).toHaveAttribute('href', '/videos/knots');
  });

  test('sends the values with the version they are based on, and opens the video', async () => {
    const { api, getPath, put, video } = await open();
    api.on(put, ok({ ...video, slug: 'bowline', version: 5 }));
    await user.clear(box('Slug'));
    await user.type(box('Slug'), 'bowline');
    await user.clear(box('Start'));
    await user.type(box('Start'), '1:30');
    await user.dblClick(save());
    expect(await screen.findByText('Video updated successfully!')).toBeInTheDocument();
    await waitFor(() => {
      expect(getPath()).toBe('/videos/bowline');
    });
    expect(api.sent(put).map(({ body }) => body)).toEqual([
      {
        title: 'Knots',
        slug: 'bowline',
        summary: 'In short',
        difficulty: 'BEGINNER',
        visibility: 'PUBLIC',
        tags: [],
        thumbnail_placement: 'PAGE',
        meta_title: '',
        meta_description: '',
        source_type: 'YOUTUBE',
        source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        description: stored.description,
        chapters: [{ title: 'Why', start_time: 90, description: 'A reason' }],
        transcript: stored.transcript,
        version: 4,
      },
    ]);
  });

  test('keeps the current file of an upload unless another one is chosen', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => undefined });
    const upload = { source_type: 'UPLOAD', source_url: null, embed_id: null, original_name: 'knots.mov' } as const;
    const { api, put, video } = await open(upload);
    const field = screen.getByRole('group', { name: 'Video file' });
    expect(field).toHaveTextContent('Current file: knots.mov');
    fireEvent.drop(field, { dataTransfer: { files: [new File(['a'], 'other.mp4')] } });
    expect(field).toHaveTextContent('other.mp4 (1 B)');
    expect(field).toHaveAccessibleDescription('Replaces the current file once it has been processed.');
    await user.click(within(field).getByRole('button', { name: 'Keep the current one' }));
    expect(field).toHaveTextContent('Current file: knots.mov');
    api.on(put, ok({ ...video, version: 5 }));
    await user.type(box('Slug'), '-2');
    await user.click(save());
    await screen.findByText('Video updated successfully!');
    expect(api.sent(put)[0]?.body).toMatchObject({ source_type: 'UPLOAD', version: 4 });
    expect(api.sent(put)[0]?.body).not.toHaveProperty('upload_key');
  });

  test('shows why it was not saved, and nothing typed is lost', async () => {
    const { api, put, getPath } = await open();
    api.on(put, problem(403, { detail: 'Your role changed.' }));
    await user.type(box('Description'), '!');
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog', { name: 'The video was not saved' });
    expect(dialog).toHaveAccessibleDescription('Your role changed.');
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(box('Description')).toHaveValue(`${stored.description}!`);
    expect(getPath()).toMatch(/edit$/);
  });
});

test.each([404, 500])(
  'a video that cannot be loaded (%s) shows the fixed sentence and leads to the list',
  async (status) => {
    stubApi({ 'GET /videos/gone': problem(status, { detail: 'There is no such video.' }) });
    const { getPath } = await renderScreen(<EditVideoScreen id="gone" />, { user: createUser(), path: '/edit' });
    const dialog = await screen.findByRole('alertdialog', { name: 'The video cannot be edited' });
    expect(dialog).toHaveAccessibleDescription('Error loading video. Please try again.');
    expect(getPath()).toBe('/videos');
  },
);

test('without the permission there is no form', async () => {
  const video = createVideo({ abilities: { ...createVideo().abilities!, edit: false } });
  stubApi({
    [`GET /videos/${video.id}`]: ok(video),
    'GET /access/content.edit_any': ok({ required_roles: ['EDITOR'] }),
  });
  await renderScreen(<EditVideoScreen id={video.id} />, { user: createUser({ role: 'VIEWER' }) });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

/** Chooses a file, to which the server responds with `response`. */
async function chooseCaptions(response: StubResponse) {
  const opened = await open();
  opened.api.on('POST /videos/caption-files', response);
  jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function click(this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [new File(['x'], 'talk.srt')] });
    this.dispatchEvent(new Event('change'));
  });
  await press('Import captions (WebVTT or SRT)');
  return opened;
}

describe('a caption file', () => {
  test('replaces the transcript, names what could not be read, and is saved with its ends', async () => {
    const { api, put, video } = await chooseCaptions(
      ok({
        format: 'srt',
        encoding: 'windows-1252',
        transcript: '0:01 Grüße',
        captions_vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nGrüße\n',
        problems: [{ line: 12, message: '“0:7x” is not a time.' }],
        problem_count: 3,
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Replace' }));
    await waitFor(() => {
      expect(box('Transcript')).toHaveValue('0:01 Grüße');
    });
    expect(screen.getByText(/“talk\.srt” was read as Windows-1252/)).toBeInTheDocument();
    expect(screen.getByText(/^3 lines of “talk\.srt” could not be read/)).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Line 12: “0:7x” is not a time.', '2 more']),
    );
    api.on(put, ok({ ...video, version: 5 }));
    await user.click(save());
    await screen.findByText('Video updated successfully!');
    expect(api.sent(put)[0]?.body).toMatchObject({
      transcript: '0:01 Grüße',
      captions_vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nGrüße\n',
    });
  });

  test('of another kind changes nothing and is explained', async () => {
    await chooseCaptions(problem(400, { detail: 'This file has no captions in WebVTT or SRT format.' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'No captions found' });
    expect(dialog).toHaveTextContent('“talk.srt” could not be read. This file has no captions');
    expect(box('Transcript')).toHaveValue(stored.transcript);
  });
});

describe('a conflict', () => {
  /** Saves changes of the description and the transcript after another user has saved version 5. */
  async function conflict(changes: Partial<VideoResponse>) {
    const opened = await open();
    const theirs = { ...opened.video, ...changes, version: 5, updated_at: '2026-01-02T14:02:00Z' };
    opened.api.on(`GET /videos/${opened.video.id}`, ok(theirs));
    opened.api.on(opened.put, stale);
    await user.type(box('Description'), ' MINE');
    fireEvent.change(box('Transcript'), { target: { value: `${stored.transcript} MINE` } });
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog', { name: 'Anna saved this video' });
    return { ...opened, dialog, theirs };
  }
  const mine = { description: `${stored.description} MINE`, transcript: `${stored.transcript} MINE` };

  test('shows both versions and names the fields that only the other user has changed', async () => {
    const chapters = [{ title: 'THEIRS', start_time: 5, description: '' }];
    const { dialog, api, put } = await conflict({ chapters });
    expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await user.click(await within(dialog).findByRole('button', { name: 'Show them' }));
    expect(await within(dialog).findByRole('region', { name: 'Chapters' })).toHaveTextContent(/0:05\s*THEIRS/);
    expect(within(dialog).getByText(/Changed only in the saved version: Chapters\./)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    expect(box('Description')).toHaveValue(mine.description);
    expect(api.sent(put)).toHaveLength(1);
  });

  test('“Keep mine” saves the own changes on top of the other version', async () => {
    const { api, put, theirs, getPath } = await conflict({ summary: 'Their summary', transcript: '0:05 THEIRS' });
    api.on(put, ok({ ...theirs, version: 6 }));
    await press('Use my text');
    await waitFor(() => {
      expect(getPath()).toBe('/videos/knots');
    });
    expect(api.sent(put)[1]?.body).toMatchObject({ ...mine, summary: 'Their summary', version: 5 });
  });

  test('the other version is taken, and the own text can be brought back', async () => {
    const { api, put } = await conflict({ description: 'THEIRS', transcript: '0:05 THEIRS' });
    await press('Use the saved text');
    expect(box('Description')).toHaveValue('THEIRS');
    expect(box('Transcript')).toHaveValue('0:05 THEIRS');
    await press('Restore mine');
    expect(box('Description')).toHaveValue(mine.description);
    expect(box('Transcript')).toHaveValue(mine.transcript);
    expect(api.sent(put)).toHaveLength(1);
  });

  test('changes of different lines of the transcript are combined', async () => {
    const { api, put, theirs } = await conflict({ transcript: stored.transcript.replace('one', 'THEIRS') });
    await press('Use the combined text');
    expect(box('Transcript')).toHaveValue('0:05 THEIRS\n0:10 two\n0:15 three MINE');
    api.on(put, ok({ ...theirs, version: 6 }));
    await user.click(save());
    await screen.findByText('Video updated successfully!');
    expect(api.sent(put)[1]?.body).toMatchObject({ description: mine.description, version: 5 });
  });
});
