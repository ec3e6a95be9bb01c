import { Link } from '@tanstack/react-router';
import { videoForm as text } from '../../../messages/videos';
import { getItemParam } from '../../../shared/links';
import { videoQuery } from '../../../shared/content/video-cache';
import { EditItemScreen } from '../../editing/edit-item-screen';
import { openVideo } from './open-video';
import { VideoForm } from './video-form';
import { videoKind } from './video-kind';

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
