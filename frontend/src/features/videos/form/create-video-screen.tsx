import { Suspense, use, useState } from 'react';
import { usePageTitle } from '../../../lib/page';
import { videoForm as text } from '../../../messages/en-videos';
import { useSession } from '../../../shared/session/session';
import { PageHeading } from '../../../ui/page-heading';
import { findDraft, getDraftScope, type RestoredDraft } from '../../editing/drafts/draft-store';
import { FormSkeleton } from '../../editing/form-skeleton';
import { VideoForm } from './video-form';
import { emptyValues, type VideoValues } from './video-values';

interface NewVideoProps {
  draft: Promise<RestoredDraft<VideoValues> | undefined>;
  scope: string;
}

function NewVideo({ draft, scope }: NewVideoProps) {
  return <VideoForm stored={emptyValues} draft={use(draft)} scope={scope} onContinueEditing={() => undefined} />;
}

export function CreateVideoScreen() {
  const { user } = useSession();
  // Read once: a session that ends meanwhile does not affect the form.
  const [scope] = useState(() => getDraftScope(user?.id ?? '', 'new-video'));
  const [draft] = useState(() => findDraft(scope, emptyValues));
  usePageTitle(text.createTitle);
  return (
    <>
      <PageHeading isSmall title={text.createTitle} />
      <Suspense fallback={<FormSkeleton />}>
        <NewVideo draft={draft} scope={scope} />
      </Suspense>
    </>
  );
}
