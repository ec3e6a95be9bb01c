import { messages } from '../messages/en';
import { pageMeta } from './page-meta';

/** What the specification lets people choose as thumbnails and avatars. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
export const PICTURES = PICTURE_TYPES.join(',');

/** The first recommendation is twice as wide as high, and so is each of the variants the server makes. */
export const THUMBNAIL = { width: 800, height: 400 };

/** Unknown where another server than the API's served the page. */
const maxMb = Number(pageMeta('hub-max-image-mb')) || Infinity;

/** What the server would say of a picture once it had been sent, which takes its time; undefined when it is small enough. */
export function tooLarge(file: File): string | undefined {
  return file.size > maxMb * 1024 ** 2 ? messages.errors.pictureTooLarge(maxMb) : undefined;
}
