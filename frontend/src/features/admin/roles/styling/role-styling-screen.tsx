import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../../../lib/use-page-title';
import { roleTexts } from '../../../../messages/en-roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { PageHeading } from '../../../../ui/page-heading';
import { stylesQuery } from '../queries';
import { RolesSkeleton } from '../roles-skeleton';
import { RoleStyling } from './role-styling';

const text = roleTexts.styling;

function LoadedRoleStyling({ role }: { role?: string }) {
  const { data, error, refetch } = useQuery(stylesQuery);
  if (data) return <RoleStyling styles={data.role_styles} selectedRole={role} />;
  if (!error) return <RolesSkeleton />;
  return <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />;
}

export function RoleStylingScreen({ role }: { role?: string }) {
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      <LoadedRoleStyling role={role} />
    </>
  );
}
