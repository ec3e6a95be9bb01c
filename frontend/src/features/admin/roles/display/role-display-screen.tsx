import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../../../lib/use-page-title';
import { roleTexts } from '../../../../messages/en-roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { roleStylesQuery } from '../../../../shared/roles/role-styles';
import { PageHeading } from '../../../../ui/page-heading';
import { displayQuery } from '../queries';
import { RolesSkeleton } from '../roles-skeleton';
import { RoleDisplayForm } from './role-display-form';

const text = roleTexts.display;

function LoadedRoleDisplay() {
  const display = useQuery(displayQuery);
  const styles = useQuery(roleStylesQuery);
  const error = display.error ?? styles.error;
  if (display.data && styles.data) {
    return <RoleDisplayForm saved={display.data.visible_role_badges} styles={[...styles.data.values()]} />;
  }
  if (!error) return <RolesSkeleton />;
  const retry = () => {
    void display.refetch();
    void styles.refetch();
  };
  return <LoadError error={error} title={text.loadFailed} onRetry={retry} />;
}

export function RoleDisplayScreen() {
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      <LoadedRoleDisplay />
    </>
  );
}
