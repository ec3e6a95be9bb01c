import { IconAlertTriangle } from '@tabler/icons-react';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { Button } from '../../ui/button';
import { buttonClass } from '../../ui/button-look';
import { StateView } from '../../ui/state-view';

/** The product itself broke. A plain link home: the router may be what broke. */
export function ApplicationError() {
  usePageTitle(messages.errors.applicationTitle);
  return (
    <StateView
      level={1}
      alert
      icon={<IconAlertTriangle size={24} />}
      title={messages.errors.applicationTitle}
      text={messages.errors.application}
    >
      <Button
        onClick={() => {
          window.location.reload();
        }}
      >
        {messages.errors.refresh}
      </Button>
      <a href="/" className={buttonClass({ look: 'default' })}>
        {messages.errors.goHome}
      </a>
    </StateView>
  );
}
