import { expect, test } from '@jest/globals';
import { TransferRate } from './transfer-rate';

const MB = 1_000_000;

test('the speed is known after a second', () => {
  const rate = new TransferRate();
  expect(rate.bytesPerSecond).toBeUndefined();
  rate.add(0, 0);
  rate.add(MB, 900);
  expect(rate.bytesPerSecond).toBeUndefined();
  rate.add(2 * MB, 2000);
  expect(rate.bytesPerSecond).toBe(MB);
});

test('only the last seconds count', () => {
  const rate = new TransferRate();
  // Ten seconds with 10 MB/s, then ten with 1 MB/s.
  let bytes = 0;
  for (let second = 0; second <= 20; second++) {
    rate.add(bytes, second * 1000);
    bytes += second < 10 ? 10 * MB : MB;
  }
  expect(rate.bytesPerSecond).toBe(MB);
});

test('a pause is no part of the speed', () => {
  const rate = new TransferRate();
  rate.add(0, 0);
  rate.add(2 * MB, 2000);
  rate.reset();
  expect(rate.bytesPerSecond).toBeUndefined();
  rate.add(2 * MB, 60_000);
  rate.add(6 * MB, 62_000);
  expect(rate.bytesPerSecond).toBe(2 * MB);
});
