import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { UnfinishedUploadNotice } from './unfinished-upload-notice';
import { UploadRecords } from './upload-records';
import { useUnfinishedUpload } from './use-resumable-upload';

const file = (name = 'knots.mp4', size = 1000) => new File([new Uint8Array(size)], name, { lastModified: 5 });
const records = new UploadRecords('ada');

/** Shows the notice as the form does. */
function Form({ onChoose }: { onChoose: (chosen: File) => void }) {
  const { unfinished, discard } = useUnfinishedUpload();
  return unfinished && <UnfinishedUploadNotice upload={unfinished} onChoose={onChoose} onDiscard={discard} />;
}

async function setUp(sentBytes?: number) {
  if (sentBytes !== undefined) records.store(file(), 'http://localhost/api/uploads/abc', sentBytes);
  const onChoose = jest.fn();
  await renderScreen(<Form onChoose={onChoose} />, { user: createUser({ id: 'ada' }) });
  return onChoose;
}

/** Answers the file picker that a press of the button opens. */
function choose(chosen: File): void {
  jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function click(this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [chosen] });
    this.dispatchEvent(new Event('change'));
  });
  fireEvent.click(screen.getByRole('button', { name: 'Choose the file' }));
}

test('nothing is shown without an unfinished upload of the user', async () => {
  new UploadRecords('rosa').store(file(), 'http://localhost/api/uploads/abc', 405);
  await setUp();
  expect(screen.queryByRole('region')).toBeNull();
});

test('the same file continues the upload, another one does not', async () => {
  const onChoose = await setUp(405);
  expect(screen.getByRole('region', { name: 'Unfinished upload' })).toHaveTextContent(
    'The upload of “knots.mp4” stopped at 40 %. Choose the same file again to continue.',
  );
  choose(file('knots.mp4', 999));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please choose “knots.mp4”');
  expect(onChoose).not.toHaveBeenCalled();
  choose(file());
  await waitFor(() => {
    expect(onChoose).toHaveBeenCalledTimes(1);
  });
});

test('a complete upload that no video uses is offered as well', async () => {
  await setUp(1000);
  expect(screen.getByRole('region')).toHaveTextContent('has been uploaded already');
});

test('the upload can be discarded, also when the server does not have it any more', async () => {
  for (const response of [ok({}), problem(404)]) {
    const api = stubApi({ 'DELETE /uploads/abc': response });
    await setUp(405);
    fireEvent.click(screen.getByRole('button', { name: 'Discard upload' }));
    await waitFor(() => {
      expect(screen.queryByRole('region')).toBeNull();
    });
    expect([api.sent('DELETE /uploads/abc').length, records.list()]).toEqual([1, []]);
  }
});

test('a failure to discard is said, and the upload stays', async () => {
  stubApi({ 'DELETE /uploads/abc': problem(503) });
  await setUp(405);
  fireEvent.click(screen.getByRole('button', { name: 'Discard upload' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The upload could not be discarded. Please try again.');
  expect(records.list()).toHaveLength(1);
});
