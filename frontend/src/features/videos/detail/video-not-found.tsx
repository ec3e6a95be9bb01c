import { IconVideoOff } from '@tabler/icons-react';
import { usePageTitle } from '../../../lib/page';
import { videoTexts as text } from '../../../messages/videos';
import { SignInForMembers } from '../../../shared/session/sign-in-for-members';
import { ButtonLink } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';

/** The same for a missing video and for one that the user may not see. */
export function VideoNotFound() {
  usePageTitle(text.notFoundTitle);
  return (
    <StateView level={1} icon={<IconVideoOff size={24} />} title={text.notFoundTitle} text={text.notFoundText}>
      <SignInForMembers />
      <ButtonLink to="/videos" variant="default">
        {text.backToVideos}
      </ButtonLink>
    </StateView>
  );
}
