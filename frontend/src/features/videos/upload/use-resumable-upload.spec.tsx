import { expect, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { FakeUploadServer } from '../../../../test/fake-upload-server';
import { UploadRecords } from './upload-records';
import { useResumableUpload } from './use-resumable-upload';

const records = new UploadRecords('ada');
const video = () => new File([new Uint8Array(1024 ** 2)], 'knots.mp4', { lastModified: 5 });

/** Starts an upload whose second part does not end. */
async function setUp() {
  const server = new FakeUploadServer();
  server.answers.push(undefined, undefined, 'hang');
  const hook = renderHook(() => useResumableUpload(records, server));
  let id: Promise<string | undefined> = Promise.resolve('none');
  act(() => {
    id = hook.result.current.start(video());
  });
  await waitFor(() => {
    expect(server.requests).toHaveLength(3);
  });
  return { ...hook, server, id };
}

/** Whether the browser asks before it leaves the page. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the state lasts as long as the upload, and so does the question of the browser', async () => {
  const { result, id } = await setUp();
  expect([result.current.state?.phase, asksBeforeLeaving()]).toEqual(['sending', true]);
  act(() => {
    result.current.pause();
  });
  expect(result.current.state?.phase).toBe('paused');
  act(() => {
    result.current.resume();
  });
  expect(await act(() => id)).toBe('upload-1');
  expect([result.current.state, asksBeforeLeaving()]).toEqual([undefined, false]);
});

test('leaving the screen pauses the upload, which can be continued', async () => {
  const { unmount, server } = await setUp();
  unmount();
  expect(asksBeforeLeaving()).toBe(false);
  expect(server.requests).toHaveLength(3);
  expect(records.list()).toMatchObject([{ name: 'knots.mp4', sentBytes: 256 * 1024 }]);
});
