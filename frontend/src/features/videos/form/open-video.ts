import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { findDraft, getDraftScope } from '../../editing/drafts/draft-store';
import { emptyValues, toFormValues } from './video-values';

/** The stored values, and a draft of an earlier visit. */
export async function openVideo(video: VideoResponse, user: OwnUserResponse) {
  const scope = getDraftScope(user.id, video.id);
  return { stored: toFormValues(video), version: video.version, draft: await findDraft(scope, emptyValues), scope };
}
