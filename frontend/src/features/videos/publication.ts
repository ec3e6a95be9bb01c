import type { VideoResponse } from '../../api/generated/model/videoResponse';
import { readSettings } from '../../lib/site-settings';

export const isPlayable = (video: VideoResponse): boolean =>
  video.source_type === 'UPLOAD' ? Boolean(video.hls_url ?? video.file_url) : video.embed_id !== null;

/** Whether there is something to publish: a draft is published once it is processed. */
export const isPublishable = (video: VideoResponse): boolean =>
  video.is_draft === true || (isPlayable(video) && !video.processing);

/**
 * Whether a reviewer has to publish the video of an author who may not: one that was returned or hidden always, others
 * as the hub is set. The server decides; this is for what buttons say.
 */
export const needsReview = (video: VideoResponse | undefined): boolean =>
  (video?.review_note ?? null) !== null || readSettings()['content.review_videos'] !== false;
