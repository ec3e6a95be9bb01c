import { useQueryClient } from '@tanstack/react-query';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { reviewVideo } from '../../../api/generated/videos/videos';
import { review } from '../../../messages/en-review';
import { videoTexts as text } from '../../../messages/en-videos';
import { refreshVideoLists, updateVideoCache } from '../../../shared/content/video-cache';
import { isolate } from '../../../ui/isolate';
import { ChangeRequest } from '../../editing/change-request';
import { ReviewDecision } from '../../editing/review-decision';
import classes from '../../editing/review.module.css';

/** Notices about the publication: the note of who returned or hid the video, or a review that is open. */
export default function VideoNotices({ video }: { video: VideoResponse }) {
  const queryClient = useQueryClient();
  const { id, version, abilities, review_note } = video;
  return (
    <div className={classes.notices}>
      {review_note !== null && (
        <section aria-label={review.requested} className={classes.notice} data-tone="red">
          <ChangeRequest review={video} />
        </section>
      )}
      {review_note === null && (
        <section aria-label={text.awaitsReview} className={classes.notice} data-tone="amber">
          <div className={classes.row}>
            <div className={classes.noticeText}>
              <p className={classes.description}>{text.awaitsReview}</p>
              <p>{abilities?.review ? isolate(text.awaitsReviewText, video.author_name) : text.ownAwaitsReview}</p>
            </div>
            {abilities?.review && (
              <ReviewDecision
                item={video}
                decide={({ action, note }) => reviewVideo(id, { action, note, version })}
                onDecided={(changed) => updateVideoCache(queryClient, changed)}
                onFailed={() => refreshVideoLists(queryClient)}
              />
            )}
          </div>
        </section>
      )}
    </div>
  );
}
