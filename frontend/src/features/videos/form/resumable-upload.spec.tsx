import { expect, test } from '@jest/globals';
import { createSpeedometer } from './resumable-upload';

test('the speed is that of the last five seconds', () => {
  let now = 0;
  const { measure, reset } = createSpeedometer(() => now);
  expect(measure(0)).toBeUndefined();
  now = 100;
  expect(measure(100)).toBeUndefined();
  now = 1000;
  expect(measure(1000)).toBe(1000);
  now = 6500;
  expect(measure(1000)).toBeUndefined();
  now = 7500;
  expect(measure(3000)).toBe(2000);
  reset();
  expect(measure(4000)).toBeUndefined();
});
