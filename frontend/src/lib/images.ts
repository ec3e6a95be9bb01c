import { messages } from '../messages/common';
import { getMaxMegabytes, isLargerThan } from './file-limits';

/** The image types for thumbnails and avatars: those of the specification, and AVIF. */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/avif'];
/** Without HEIC, so that iPhones convert their photos to JPEG. */
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',');

/** The specification's recommended size; the server's variants have the same ratio of 2:1. */
export const THUMBNAIL_SIZE = { width: 800, height: 400 };

/**
 * The error the server would return for a file that is too large, known before uploading; undefined if the size is
 * allowed.
 */
export function getTooLargeMessage(file: File, maxMb = getMaxMegabytes('image')): string | undefined {
  return isLargerThan(file, maxMb) ? messages.errors.imageTooLarge(maxMb) : undefined;
}

/** Photos of iPhones; some systems know no type for them. Whether it can convert them depends on the server. */
const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name);

/** Why the server would refuse the image; undefined if it is accepted, or the server decides. */
export const getImageError = (file: File, wrongType: string): string | undefined =>
  IMAGE_TYPES.includes(file.type) || isHeic(file) ? getTooLargeMessage(file) : wrongType;
