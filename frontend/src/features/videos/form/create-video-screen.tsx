import { Suspense, use, useState } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { usePageTitle } from '../../../lib/page';
import { videoForm as text } from '../../../messages/videos';
import { useSession } from '../../../shared/session/session';
import { PageHeading } from '../../../ui/page-heading';
import { findDraft, getDraftScope, type RestoredDraft } from '../../editing/drafts/draft-store';
import { FormSkeleton } from '../../editing/form-skeleton';
import type { EditingOptions } from '../../editing/use-item-editing';
import { VideoForm } from './video-form';
import { emptyValues, type VideoValues } from './video-values';

type NewVideoProps = Pick<EditingOptions<VideoValues, VideoResponse>, 'existing' | 'scope' | 'onContinueEditing'> & {
  draft: Promise<RestoredDraft<VideoValues> | undefined>;
};

function NewVideo({ draft, ...rest }: NewVideoProps) {
  return <VideoForm stored={emptyValues} draft={use(draft)} {...rest} />;
}

/** The form continues as that of the video when the video was created and a subsequent step failed. */
export function CreateVideoScreen() {
  const { user } = useSession();
  // Read once: a session that ends meanwhile does not affect the form.
  const [userId] = useState(user?.id ?? '');
  const [created, setCreated] = useState<VideoResponse>();
  const [draft] = useState(() => findDraft(getDraftScope(userId, 'new-video'), emptyValues));
  const title = created ? text.editTitle : text.createTitle;
  usePageTitle(title);
  return (
    <>
      <PageHeading isSmall title={title} />
      <Suspense fallback={<FormSkeleton />}>
        <NewVideo
          draft={draft}
          existing={created}
          scope={getDraftScope(userId, created?.id ?? 'new-video')}
          onContinueEditing={setCreated}
        />
      </Suspense>
    </>
  );
}
