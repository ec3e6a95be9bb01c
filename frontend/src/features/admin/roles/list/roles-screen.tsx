import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleResponse } from '../../../../api/generated/model/roleResponse';
import { usePageTitle } from '../../../../lib/use-page-title';
import { roleTexts } from '../../../../messages/en-roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { useCan } from '../../../../shared/session/session';
import { Button } from '../../../../ui/button';
import { PageHeading } from '../../../../ui/page-heading';
import { rolesQuery, type AssignmentsSearch } from '../queries';
import { ListSkeleton } from '../../../../ui/skeleton';
import { Assignments } from './assignments';
import { CreateRoleDialog, EditRoleDialog } from './role-dialogs';
import { RoleList } from './role-list';

const text = roleTexts.roles;

type OpenDialog = 'create' | RoleResponse;

export function RolesScreen({ search }: { search: AssignmentsSearch }) {
  const { data, error, refetch } = useQuery(rolesQuery);
  const canAssign = useCan('users.manage');
  const [open, setOpen] = useState<OpenDialog>();
  usePageTitle(text.title);
  const close = () => {
    setOpen(undefined);
  };
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <Button
          icon={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            setOpen('create');
          }}
        >
          {text.create}
        </Button>
      </PageHeading>
      {data && <RoleList roles={data.roles} onEdit={setOpen} />}
      {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={6} rowHeight="2.75rem" />}
      {data && canAssign && <Assignments search={search} roles={data.roles} />}
      {open === 'create' && <CreateRoleDialog onClose={close} />}
      {open && open !== 'create' && <EditRoleDialog role={open} onClose={close} />}
    </>
  );
}
