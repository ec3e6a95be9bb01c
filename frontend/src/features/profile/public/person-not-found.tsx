import { IconUserOff } from '@tabler/icons-react';
import { usePageTitle } from '../../../lib/use-page-title';
import { messages } from '../../../messages/en';
import { person as text } from '../../../messages/en-person';
import { ButtonLink } from '../../../ui/button-link';
import { StateView } from '../../../ui/state-view';

export function PersonNotFound() {
  usePageTitle(text.notFoundTitle);
  return (
    <StateView level={1} icon={<IconUserOff size={24} />} title={text.notFoundTitle} text={text.notFoundText}>
      <ButtonLink to="/" look="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}
