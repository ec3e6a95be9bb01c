/** Sentences for the author of a video; each says what to do. */
const sentences = {
  not_a_video: 'This file is not a video that can be read. Please upload it again, or choose another file.',
  no_picture: 'This file has sound but no picture. Please choose a video file.',
  picture_too_large:
    'The picture of this video is too large: at most 8192 × 8192 pixels can be converted. Please upload a smaller one.',
  unknown_codec:
    'This video is encoded in a way that this hub cannot read. Please save it as MP4 (H.264) and upload it again.',
  too_long: 'This video is longer than this hub converts. Please upload a shorter one.',
  incomplete: 'This file is incomplete: the end of the video is missing. Please upload it again.',
  too_much_memory: 'This video needs more memory than a conversion may use. Please upload a smaller version.',
  too_slow: 'The conversion made no progress and was ended. Please try again, or upload a smaller version.',
  crashed: 'The conversion of this video ended unexpectedly several times. Please try again, or choose another file.',
  disk_full: 'There is no storage space left to convert this video. Please contact an administrator, then try again.',
  cannot_convert:
    'This hub cannot convert videos: only MP4 (H.264) and WebM files play here. ' +
    'An administrator can change that: install node-av, then try again.',
};

/** A reason that concerns the file or the resources of the hub: an automatic retry would end the same way. */
export type MediaErrorCode = keyof typeof sentences;

/** A video cannot be processed. The message is a sentence for its author. */
export class MediaError extends Error {
  readonly code: MediaErrorCode;
  /** for the log: what the media library reported */
  readonly details: string | undefined;

  constructor(code: MediaErrorCode, details?: string) {
    super(sentences[code]);
    this.code = code;
    this.details = details;
  }
}
