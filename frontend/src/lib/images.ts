import { messages } from '../messages/en';
import { readPageMeta } from './page';

/** The image types the specification allows for thumbnails and avatars. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',');

/** The specification's recommended size; the server's variants have the same ratio of 2:1. */
export const THUMBNAIL_SIZE = { width: 800, height: 400 };

/** Infinite if the page was not served by the API's server. */
const maxMb = Number(readPageMeta('hub-max-image-mb')) || Infinity;

/**
 * The error the server would return for a file that is too large, known before uploading; undefined if the size is
 * allowed.
 */
export function getTooLargeMessage(file: File): string | undefined {
  return file.size > maxMb * 1024 ** 2 ? messages.errors.imageTooLarge(maxMb) : undefined;
}
