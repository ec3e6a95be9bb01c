import { IconFlagOff } from '@tabler/icons-react';
import { moderationQueue, reportTexts as text } from '../../../../messages/admin-moderation';
import { ButtonLink } from '../../../../ui/button';
import { StateView } from '../../../../ui/state-view';
import type { ReportsView } from '../search-params';

export function EmptyReports({ view, isFiltered }: { view: ReportsView; isFiltered: boolean }) {
  return (
    <StateView
      icon={<IconFlagOff size={24} />}
      title={isFiltered ? moderationQueue.emptyFiltered : text.empty[view]}
      text={isFiltered ? undefined : text.emptyText[view]}
    >
      {isFiltered && (
        <ButtonLink variant="default" to="/admin/moderation" search={{ tab: 'reports', view }}>
          {moderationQueue.showAll}
        </ButtonLink>
      )}
    </StateView>
  );
}
