import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import type { UploadState } from './resumable-upload';
import { formatTimeLeft, getPercent, UploadProgressDialog } from './upload-progress-dialog';

const MB = 1_000_000;
const sending: UploadState = { phase: 'sending', sentBytes: 125 * MB, totalBytes: 1000 * MB, bytesPerSecond: 2 * MB };

function setUp(change: Partial<UploadState> = {}) {
  const actions = { pause: jest.fn(), resume: jest.fn(), cancel: jest.fn() };
  const dialog = (state: UploadState) => <UploadProgressDialog state={state} fileName="knots.mp4" {...actions} />;
  const { rerender } = render(dialog({ ...sending, ...change }));
  return {
    ...actions,
    show: (next: Partial<UploadState>) => {
      rerender(dialog({ ...sending, ...next }));
    },
  };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each<[number, number, number]>([
  [0, 1000, 0],
  [999, 1000, 99],
  [1000, 1000, 100],
  [0, 0, 0],
])('%s of %s bytes are %s percent', (sentBytes, totalBytes, percent) => {
  expect(getPercent({ phase: 'sending', sentBytes, totalBytes })).toBe(percent);
});

test.each<[number, string | undefined]>([
  [0, undefined],
  [0.5, undefined],
  [1000 * MB, '1 second left'],
  [20 * MB, '44 seconds left'],
  [2 * MB, '7 minutes left'],
  [0.1 * MB, '2 hours left'],
])('with %s bytes a second, %s', (bytesPerSecond, text) => {
  expect(formatTimeLeft({ ...sending, bytesPerSecond })).toBe(text);
});

test('shows progress, speed and time left, and announces every tenth percent', () => {
  const { show } = setUp();
  const dialog = screen.getByRole('dialog', { name: 'Uploading the video' });
  expect(dialog).toHaveAccessibleDescription('knots.mp4');
  expect(screen.getByRole('progressbar', { name: 'Uploading the video' })).toHaveValue(12);
  expect(dialog).toHaveTextContent('12 %125.0 MB of 1.0 GB2.0 MB/s · 7 minutes left');
  expect(screen.getByRole('status')).toHaveTextContent('10 %');
  show({ sentBytes: 199 * MB });
  expect(screen.getByRole('status')).toHaveTextContent('10 %');
  show({ sentBytes: 200 * MB });
  expect(screen.getByRole('status')).toHaveTextContent('20 %');
  show({ bytesPerSecond: undefined });
  expect(dialog).toHaveTextContent('Preparing…');
});

test('pauses and resumes by one button, which keeps the focus', () => {
  const { pause, resume, show } = setUp();
  press('Pause');
  expect(pause).toHaveBeenCalledTimes(1);
  const button = screen.getByRole('button', { name: 'Pause' });
  button.focus();
  show({ phase: 'paused', bytesPerSecond: undefined });
  expect(screen.getByRole('dialog')).toHaveTextContent('Paused');
  expect(screen.getByRole('button', { name: 'Resume' })).toHaveFocus();
  press('Resume');
  expect(resume).toHaveBeenCalledTimes(1);
});

test('says why an upload was paused, and that a lost connection is tried again', () => {
  const { show } = setUp({ phase: 'paused', error: 'You have been signed out.' });
  expect(screen.getByRole('alert')).toHaveTextContent('You have been signed out.');
  show({ phase: 'interrupted', bytesPerSecond: undefined });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('dialog')).toHaveTextContent('The connection was lost. Trying again…');
});

test.each(['Cancel', 'Escape'])('%s asks before what was uploaded is deleted', (how) => {
  const { cancel } = setUp();
  const ask = () => (how === 'Cancel' ? press(how) : fireEvent.keyDown(document.body, { key: how }));
  ask();
  expect(screen.getByRole('alertdialog', { name: 'Cancel the upload?' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Keep uploading' })).toHaveFocus();
  press('Keep uploading');
  expect([cancel.mock.calls.length, screen.getByRole('dialog')]).toEqual([0, expect.anything()]);
  ask();
  press('Cancel upload');
  expect(cancel).toHaveBeenCalledTimes(1);
});
