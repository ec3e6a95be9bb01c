import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { createUser, createVideo } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { getDraftScope, storeDraft } from '../../editing/drafts/draft-store';
import { UploadRecords } from '../upload/upload-records';
import { CreateVideoScreen } from './create-video-screen';
import { EditVideoScreen } from './edit-video-screen';
import { emptyValues } from './video-values';

beforeEach(() => {
  // jsdom has no blobs with addresses, which the preview of a chosen file uses.
  Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => undefined });
});

const chapters = [
  { title: 'Why', start_time: 0, description: '' },
  { title: 'Install', start_time: 65, description: '' },
];

async function openEdit(changes: Partial<VideoResponse>) {
  const video = createVideo({ chapters, ...changes });
  stubApi({ [`GET /videos/${video.id}`]: ok(video), 'GET /categories': ok([]) });
  await renderScreen(<EditVideoScreen id={video.id} />, { user: createUser(), path: '/edit' });
  await screen.findAllByRole('textbox', { name: 'Title' });
}

const starts = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Start' });
const takeTime = () => screen.getByRole('button', { name: 'Start chapter 2 at the player’s time' });

test('a chapter does not take the time of a player that has none yet', async () => {
  await openEdit({});
  expect(takeTime()).toHaveAttribute('aria-disabled', 'true');
  expect(takeTime()).toHaveAccessibleDescription('Play the video first');
  await userEvent.click(takeTime());
  expect(starts()[1]).toHaveValue('1:05');

  const frame = await screen.findByTitle<HTMLIFrameElement>('Player: Title');
  act(() => {
    const data = { source: 'hub-video', time: 71 };
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: 'http://localhost', source: frame.contentWindow }),
    );
  });
  expect(takeTime()).toHaveAttribute('aria-disabled', 'false');
  await userEvent.click(takeTime());
  expect(starts()[1]).toHaveValue('1:11');
});

test('a chapter that starts after the end is pointed out, and is no error', async () => {
  await openEdit({ duration_sec: 60 });
  const hint = 'A chapter starts at m:ss or a number of seconds, such as 1:05 or 65.';
  expect(screen.getByRole('group', { name: 'Chapter 1' })).toHaveAccessibleDescription(hint);
  const group = screen.getByRole('group', { name: 'Chapter 2' });
  expect(group).toHaveAccessibleDescription(`${hint} The video ends at 1:00.`);
  expect(starts()[1]).not.toBeInvalid();
  await userEvent.clear(starts()[1]!);
  await userEvent.type(starts()[1]!, '59');
  expect(screen.queryByText('The video ends at 1:00.')).toBeNull();
});

test('a video whose duration is unknown has no such hint', async () => {
  await openEdit({ duration_sec: null });
  expect(screen.queryByText(/^The video ends/)).toBeNull();
});

test('the form does not ask where to show the thumbnail, since videos have their player there', async () => {
  await openEdit({ thumbnail: '/files/a' });
  expect(screen.queryByRole('combobox', { name: 'Show the thumbnail' })).toBeNull();
});

/** Opens the form as after a reload, with a draft that had a file. */
async function openAfterReload(isUploadKept: boolean) {
  const user = createUser();
  const file = new File([new Uint8Array(1000)], 'knots.mp4', { lastModified: 5 });
  if (isUploadKept) new UploadRecords(user.id).store(file, 'http://localhost/api/uploads/abc', 405);
  const values = { ...emptyValues, title: 'Knots', upload_name: 'knots.mp4' };
  await storeDraft(`${getDraftScope(user.id, 'new-video')}/earlier`, { values, typedAt: Date.now() });
  stubApi({ 'GET /categories': ok([]), 'DELETE /uploads/abc': ok({}) });
  await renderScreen(<CreateVideoScreen />, { user, path: '/videos/create' });
  return screen.findByRole('group', { name: 'Video file' });
}

test('after a reload, the notice of the unfinished upload is the only one that asks for the file', async () => {
  const field = await openAfterReload(true);
  const notice = screen.getByRole('region', { name: 'Unfinished upload' });
  expect(notice).toHaveTextContent('stopped at 40 %. Choose the same file again to continue.');
  expect(field).not.toHaveTextContent('knots.mp4');
  fireEvent.click(within(notice).getByRole('button', { name: 'Discard upload' }));
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Unfinished upload' })).toBeNull();
  });
  expect(field).toHaveTextContent('Drop a video here, or choose one');
  expect(field).not.toHaveTextContent('knots.mp4');
});

test('after a reload without an upload, the field asks for the file again', async () => {
  expect(await openAfterReload(false)).toHaveTextContent('Choose “knots.mp4” again: browsers don’t keep chosen files.');
});
