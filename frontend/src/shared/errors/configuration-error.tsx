import { IconPlugConnectedX } from '@tabler/icons-react';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { StateView } from '../../ui/state-view';

export function ConfigurationError() {
  usePageTitle(messages.errors.configurationTitle);
  return (
    <main>
      <StateView
        level={1}
        icon={<IconPlugConnectedX size={24} />}
        title={messages.errors.configurationTitle}
        text={messages.errors.configurationText}
      >
        <p>{messages.errors.configurationHint}</p>
      </StateView>
    </main>
  );
}
