import { expect, jest, test } from '@jest/globals';
import { findUploadRecord, readUploadRecords, removeUploadRecord, storeUploadRecord } from './upload-records';

const DAY = 24 * 3600_000;
const file = (name: string) => new File(['abc'], name, { lastModified: 5 });

test('the latest upload comes first, and each upload has one record', () => {
  storeUploadRecord(file('a.mp4'), '/api/uploads/1', 0);
  storeUploadRecord(file('b.mp4'), '/api/uploads/2', 1);
  storeUploadRecord(file('a.mp4'), '/api/uploads/1', 2);
  expect(readUploadRecords().map(({ name, sentBytes }) => [name, sentBytes])).toEqual([
    ['a.mp4', 2],
    ['b.mp4', 1],
  ]);
  expect(findUploadRecord(file('b.mp4'))?.url).toBe('/api/uploads/2');
  expect(findUploadRecord(new File(['abcd'], 'b.mp4', { lastModified: 5 }))).toBeUndefined();
  removeUploadRecord('2');
  expect(findUploadRecord(file('b.mp4'))).toBeUndefined();
});

test('a record expires a day after the upload began, however late a part arrives', () => {
  jest.useFakeTimers();
  storeUploadRecord(file('a.mp4'), '/api/uploads/1', 0);
  jest.advanceTimersByTime(DAY - 1000);
  storeUploadRecord(file('a.mp4'), '/api/uploads/1', 2);
  jest.advanceTimersByTime(2000);
  expect(readUploadRecords()).toEqual([]);
});

test('a storage with something else in it counts as empty', () => {
  localStorage.setItem('hub-uploads', '{');
  expect(readUploadRecords()).toEqual([]);
});
