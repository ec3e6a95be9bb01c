import { getMaxMegabytes, isLargerThan } from '../../../lib/file-limits';
import { formatMegabytes } from '../../../lib/message-format';
import { videoForm as text } from '../../../messages/videos';

/** What the file picker offers; the server decides by the content. */
export const VIDEO_FILE_TYPES = 'video/*,.mp4,.m4v,.webm,.avi,.mov,.mkv';

const EXTENSIONS = VIDEO_FILE_TYPES.split(',').filter((type) => type.startsWith('.'));

/** The formats and the size that the server accepts. */
export function getVideoFileHint(): string {
  const maxMb = getMaxMegabytes('video');
  return Number.isFinite(maxMb) ? text.fileHint(formatMegabytes(maxMb)) : text.fileHintUnlimited;
}

/** Why the server would refuse the file, by its name, type and size, before any of it is sent. */
export function getVideoFileError(file: File): string | undefined {
  const name = file.name.toLowerCase();
  const isVideo = file.type.startsWith('video/') || EXTENSIONS.some((extension) => name.endsWith(extension));
  if (!isVideo) return text.wrongType;
  const maxMb = getMaxMegabytes('video');
  return isLargerThan(file, maxMb) ? text.tooLarge(formatMegabytes(maxMb)) : undefined;
}
