import { Link } from '@tanstack/react-router';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { videoForm as text } from '../../../messages/en-videos';
import { getItemParam } from '../../../shared/links';
import { videoQuery } from '../../../shared/videos/video-cache';
import { findDraft, getDraftScope } from '../../editing/drafts/draft-store';
import { EditItemScreen } from '../../editing/edit-item-screen';
import { VideoForm } from './video-form';
import { videoKind } from './video-kind';
import { emptyValues, toFormValues } from './video-values';

async function openVideo(video: VideoResponse, user: OwnUserResponse) {
  const scope = getDraftScope(user.id, video.id);
  return { stored: toFormValues(video), version: video.version, draft: await findDraft(scope, emptyValues), scope };
}

export function EditVideoScreen({ id }: { id: string }) {
  return (
    <EditItemScreen
      query={videoQuery(id)}
      kind={videoKind}
      title={text.editTitle}
      renderLink={(video) => (
        <Link to="/videos/$id" params={{ id: getItemParam(video) }}>
          {text.viewVideo}
        </Link>
      )}
      open={openVideo}
      renderForm={(options) => <VideoForm {...options} />}
    />
  );
}
