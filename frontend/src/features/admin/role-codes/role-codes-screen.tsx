import { IconPlus, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '../../../lib/page';
import { roleCodes as text } from '../../../messages/roles';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { Pager } from '../../../ui/table';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { NewRoleCodeDialog } from './new-role-code-dialog';
import { PAGE_SIZE, roleCodesQuery } from './queries';
import { RoleCodeTable } from './role-code-table';

function RoleCodes({ page }: { page: number }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(roleCodesQuery(page));
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={4} />
    );
  }
  if (data.items.length === 0 && page === 1) {
    return <StateView icon={<IconTicket size={24} />} title={text.empty} text={text.emptyText} />;
  }
  return (
    <>
      <RoleCodeTable codes={data.items} />
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={data.total}
        onPage={(next) => {
          void navigate({ to: '/admin/role-codes', search: { page: next === 1 ? undefined : next } });
        }}
      />
    </>
  );
}

export function RoleCodesScreen({ page = 1 }: { page?: number }) {
  const [isMaking, setMaking] = useState(false);
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <Button
          icon={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            setMaking(true);
          }}
        >
          {text.create}
        </Button>
      </PageHeading>
      <RoleCodes page={page} />
      {isMaking && (
        <NewRoleCodeDialog
          onClose={() => {
            setMaking(false);
          }}
        />
      )}
    </>
  );
}
