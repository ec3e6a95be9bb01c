import { IconUserOff } from '@tabler/icons-react';
import { usePageTitle } from '../../../lib/page';
import { messages } from '../../../messages/common';
import { userProfileTexts as text } from '../../../messages/user-profile';
import { ButtonLink } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';

export function UserNotFound() {
  usePageTitle(text.notFoundTitle);
  return (
    <StateView level={1} icon={<IconUserOff size={24} />} title={text.notFoundTitle} text={text.notFoundText}>
      <ButtonLink to="/" variant="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}
