import { IconAlertTriangle } from '@tabler/icons-react';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { Button } from '../../ui/button';
import { buttonClass } from '../../ui/button-variant';
import { StateView } from '../../ui/state-view';

/** Shown when the app itself fails. The link is a plain one, because the router may have failed. */
export function ApplicationError() {
  usePageTitle(messages.errors.applicationTitle);
  return (
    <StateView
      level={1}
      isAlert
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
      <a href="/" className={buttonClass({ variant: 'default' })}>
        {messages.errors.goHome}
      </a>
    </StateView>
  );
}
