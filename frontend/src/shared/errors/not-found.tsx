import { IconCompass } from '@tabler/icons-react';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';

export function NotFound() {
  usePageTitle(messages.errors.notFoundTitle);
  return (
    <StateView
      level={1}
      icon={<IconCompass size={24} />}
      title={messages.errors.notFoundTitle}
      text={messages.errors.notFoundText}
    >
      <ButtonLink to="/" variant="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}
