import { messages } from '../messages/en';
import { getMaxMegabytes, isLargerThan } from './file-limits';

/** The image types the specification allows for thumbnails and avatars. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',');

/** The specification's recommended size; the server's variants have the same ratio of 2:1. */
export const THUMBNAIL_SIZE = { width: 800, height: 400 };

/**
 * The error the server would return for a file that is too large, known before uploading; undefined if the size is
 * allowed.
 */
export function getTooLargeMessage(file: File): string | undefined {
  const maxMb = getMaxMegabytes('image');
  return isLargerThan(file, maxMb) ? messages.errors.imageTooLarge(maxMb) : undefined;
}

/** Why the server would refuse the image; undefined if it is accepted. */
export const getImageError = (file: File, wrongType: string): string | undefined =>
  IMAGE_TYPES.includes(file.type) ? getTooLargeMessage(file) : wrongType;
