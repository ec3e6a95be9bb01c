import { expect, jest, test } from '@jest/globals';
import { UploadRecords } from './upload-records';

const DAY = 24 * 3600_000;
const records = new UploadRecords('ada');
const file = (name: string) => new File(['abc'], name, { lastModified: 5 });

test('the latest upload comes first, and each upload has one record', () => {
  records.store(file('a.mp4'), '/api/uploads/1', 0);
  records.store(file('b.mp4'), '/api/uploads/2', 1);
  records.store(file('a.mp4'), '/api/uploads/1', 2);
  expect(records.list().map(({ name, sentBytes }) => [name, sentBytes])).toEqual([
    ['a.mp4', 2],
    ['b.mp4', 1],
  ]);
  expect(records.find(file('b.mp4'))?.url).toBe('/api/uploads/2');
  expect(records.find(new File(['abcd'], 'b.mp4', { lastModified: 5 }))).toBeUndefined();
  records.remove('2');
  expect(records.find(file('b.mp4'))).toBeUndefined();
});

test('users of the same browser do not see the uploads of each other', () => {
  const others = new UploadRecords('rosa');
  records.store(file('a.mp4'), '/api/uploads/1', 1);
  expect([others.list(), others.find(file('a.mp4'))]).toEqual([[], undefined]);
  others.store(file('a.mp4'), '/api/uploads/2', 2);
  expect(records.list().map(({ url }) => url)).toEqual(['/api/uploads/1']);
  expect(others.list().map(({ url }) => url)).toEqual(['/api/uploads/2']);
  others.remove('2');
  expect(records.list()).toHaveLength(1);
});

test('a record expires a day after the upload began, however late a part arrives', () => {
  jest.useFakeTimers();
  records.store(file('a.mp4'), '/api/uploads/1', 0);
  jest.advanceTimersByTime(DAY - 1000);
  records.store(file('a.mp4'), '/api/uploads/1', 2);
  jest.advanceTimersByTime(2000);
  expect(records.list()).toEqual([]);
});

test('a storage with something else in it counts as empty', () => {
  localStorage.setItem('hub-uploads', '{');
  expect(records.list()).toEqual([]);
});
