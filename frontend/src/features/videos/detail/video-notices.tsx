import { useQueryClient } from '@tanstack/react-query';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { reviewVideo, setVideoStatus } from '../../../api/generated/videos-writing/videos-writing';
import { review } from '../../../messages/review';
import { getShownStatus } from '../../../shared/content/enums';
import { refreshVideoLists, updateVideoCache } from '../../../shared/content/video-cache';
import { ChangeRequest } from '../../editing/change-request';
import { ReviewDecision } from '../../editing/review-decision';
import { OwnSubmission, SubmissionNotice } from '../../editing/submission-notice';
import classes from '../../editing/review.module.css';

/** Notices about the publication: the note of who returned or hid the video, or a review that is open. */
export default function VideoNotices({ video }: { video: VideoResponse }) {
  const queryClient = useQueryClient();
  const { id, version, abilities, review_note } = video;
  const waits = getShownStatus(video) === 'IN_REVIEW';
  const update = (changed: VideoResponse) => updateVideoCache(queryClient, changed);
  const refresh = () => refreshVideoLists(queryClient);
  return (
    <div className={classes.notices}>
      {review_note !== null && !waits && (
        <section aria-label={review.requested} className={classes.notice} data-tone="red">
          <ChangeRequest review={video} />
        </section>
      )}
      {waits && abilities?.review && (
        <SubmissionNotice
          submitterName={video.author_name}
          decision={
            <ReviewDecision
              item={video}
              decide={({ action, note }) => reviewVideo(id, { action, note, version })}
              onDecided={update}
              onFailed={refresh}
            />
          }
        >
          {review_note !== null && <ChangeRequest review={video} />}
        </SubmissionNotice>
      )}
      {waits && !abilities?.review && abilities?.withdraw && (
        <OwnSubmission
          item={video}
          kind="video"
          withdraw={() => setVideoStatus(id, { status: 'DRAFT' })}
          onWithdrawn={update}
          onFailed={refresh}
        />
      )}
    </div>
  );
}
