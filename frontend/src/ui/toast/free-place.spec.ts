import { expect, test } from '@jest/globals';
import { findFreePlace, isCovering } from './free-place';

const phone = { top: 72, right: 360, bottom: 640, left: 0 };
const desktop = { top: 72, right: 1440, bottom: 900, left: 0 };
const toast = { width: 328, height: 50 };
const bar = { top: 580, right: 360, bottom: 640, left: 0 };
/** Reaches the bottom of the window. */
const below = (top: number) => ({ top, right: 340, bottom: 640, left: 20 });

test('the bottom right corner, if nothing is there', () => {
  expect(findFreePlace(desktop, toast, [])).toEqual({ left: 1096, bottom: 884 });
});

test('above the bottom bar, and above what is above it', () => {
  const field = { top: 520, right: 300, bottom: 560, left: 16 };
  expect(findFreePlace(phone, toast, [bar])).toEqual({ left: 16, bottom: 572 });
  expect(findFreePlace(phone, toast, [bar, field])).toEqual({ left: 16, bottom: 512 });
});

test('between two controls only where it fits with a gap', () => {
  const above = { top: 400, right: 340, bottom: 440, left: 20 };
  expect(findFreePlace(phone, toast, [above, below(506)])).toEqual({ left: 16, bottom: 498 });
  expect(findFreePlace(phone, toast, [above, below(505)])).toEqual({ left: 16, bottom: 392 });
});

test('at the left edge, if that is lower', () => {
  const buttons = { top: 800, right: 1420, bottom: 880, left: 1200 };
  expect(findFreePlace(desktop, toast, [buttons])).toEqual({ left: 16, bottom: 884 });
});

test('nowhere below the header', () => {
  expect(findFreePlace(phone, toast, [{ top: 60, right: 360, bottom: 640, left: 0 }])).toBeUndefined();
});

test('what covers an obstacle', () => {
  const place = { top: 500, right: 344, bottom: 590, left: 16 };
  expect(isCovering(place, [bar])).toBe(true);
  expect(isCovering({ ...place, bottom: 580 }, [bar])).toBe(false);
});
