import { IconNotebook } from '@tabler/icons-react';
import { lazy } from 'react';
import { messages } from '../../../messages/common';
import { documentsList } from '../../../messages/documents';
import type { ListKind } from '../../../shared/content-list/list-kind';
import { ListScreen } from '../../../shared/content-list/list-screen';
import type { ListSearch } from '../../../shared/content-list/list-search';
import { STATUSES } from '../../../shared/content/enums';
import { useSession } from '../../../shared/session/session';
import { LazyBoundary } from '../../../ui/lazy';
import classes from './documents-screen.module.css';
import { documentsQuery } from './queries';

const TransferMenu = lazy(() => import('../transfer/transfer-menu'));

const kind: ListKind = {
  type: 'document',
  texts: documentsList,
  path: '/docs',
  createPath: '/docs/create',
  icon: <IconNotebook size={24} />,
  statuses: STATUSES,
  hasTree: true,
  query: documentsQuery,
};

export function DocumentsScreen({ search }: { search: ListSearch }) {
  const { user } = useSession();
  return (
    <ListScreen
      kind={kind}
      search={search}
      pageTitle={messages.nav.docs}
      actions={
        user && (
          <LazyBoundary fallback={<span className={classes.menuSlot} />}>
            <TransferMenu />
          </LazyBoundary>
        )
      }
    />
  );
}
