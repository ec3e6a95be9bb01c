import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { useCan } from '../../../shared/session/session';
import { SaveActions } from '../../editing/save-actions';
import { isPublishable, needsReview } from '../publication';

type FormActionsProps = Pick<
  Parameters<typeof SaveActions>[0],
  'pendingSave' | 'saveState' | 'onSaveAs' | 'disabledReason'
> & { existing: VideoResponse | undefined };

export function VideoFormActions({ existing, ...saving }: FormActionsProps) {
  const mayPublish = useCan('content.publish');
  const canSubmit = existing ? existing.abilities?.submit : true;
  const canPublish = existing ? existing.abilities?.publish && isPublishable(existing) : mayPublish;
  // Where new videos need no review, submitting one publishes it.
  const publishesOwn = canSubmit && !canPublish && !needsReview(existing);
  return (
    <SaveActions
      {...saving}
      cancelPath="/videos"
      isDraft={!existing || existing.is_draft === true}
      canSubmit={canSubmit && !publishesOwn}
      canPublish={canPublish || publishesOwn}
      publishedStatus="READY"
    />
  );
}
