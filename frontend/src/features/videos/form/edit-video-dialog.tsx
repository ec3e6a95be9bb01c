import { adminContent } from '../../../messages/admin-content';
import { videoQuery } from '../../../shared/content/video-cache';
import { EditItemDialog } from '../../editing/edit-item-dialog';
import { openVideo } from './open-video';
import { VideoForm } from './video-form';

/** Edits a video on top of the screen that lists it. */
export default function EditVideoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <EditItemDialog
      query={videoQuery(id)}
      title={adminContent.videos.editTitle}
      loadFailed={adminContent.videos.editFailed}
      open={openVideo}
      renderForm={(options, dialog) => <VideoForm {...options} dialog={dialog} />}
      onClose={onClose}
    />
  );
}
