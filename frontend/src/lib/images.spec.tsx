import { expect, test } from '@jest/globals';
import { getImageError, IMAGE_ACCEPT } from './images';

test.each([
  ['photo.jpg', 'image/jpeg', undefined],
  ['photo.avif', 'image/avif', undefined],
  ['photo.svg', 'image/svg+xml', 'wrong'],
  // The server converts them or says what to do.
  ['IMG_1.HEIC', '', undefined],
  ['photo', 'image/heif', undefined],
])('%s of type %j', (name, type, error) => {
  expect(getImageError(new File(['x'], name, { type }), 'wrong')).toBe(error);
});

test('iPhones convert their photos, because HEIC is not among the types to choose from', () => {
  expect(IMAGE_ACCEPT).not.toMatch(/hei[cf]/);
});
