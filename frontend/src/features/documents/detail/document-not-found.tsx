import { IconFileUnknown } from '@tabler/icons-react';
import { usePageTitle } from '../../../lib/use-page-title';
import { messages } from '../../../messages/en';
import { ButtonLink } from '../../../ui/button-link';
import { StateView } from '../../../ui/state-view';

const text = messages.doc;

export function DocumentNotFound() {
  usePageTitle(text.notFoundTitle);
  return (
    <StateView level={1} icon={<IconFileUnknown size={24} />} title={text.notFoundTitle} text={text.notFoundText}>
      <ButtonLink to="/docs" variant="default">
        {text.backToDocs}
      </ButtonLink>
    </StateView>
  );
}
