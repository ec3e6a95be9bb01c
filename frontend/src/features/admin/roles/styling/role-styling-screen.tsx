import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { usePageTitle } from '../../../../lib/page';
import { roleTexts } from '../../../../messages/roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { useUnsavedChangesGuard } from '../../../../shared/forms/unsaved-changes';
import { getStyledRoleName } from '../../../../shared/roles/roles';
import { PageHeading } from '../../../../ui/page-heading';
import { stylesQuery } from '../queries';
import { RoleSelect } from '../role-select';
import { ListSkeleton } from '../../../../ui/skeleton';
import classes from '../roles.module.css';
import { StyleForm } from './style-form';
import type { StyleValues } from './style-values';

const text = roleTexts.styling;

type StyleDrafts = Partial<Record<string, StyleValues>>;

interface RoleStylingProps {
  styles: readonly RoleStyleResponse[];
  /** The role name in the URL. */
  selectedRole?: string;
}

/** The role selection and the unsaved changes per role; selecting another role keeps them. */
export function RoleStyling({ styles, selectedRole }: RoleStylingProps) {
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState<StyleDrafts>({});
  // Incremented on save and discard to remount the form.
  const [round, setRound] = useState(0);
  const style = styles.find(({ role }) => role === selectedRole) ?? styles[0];
  const isDirty = ({ role }: RoleStyleResponse) => drafts[role] !== undefined;
  const dirty = styles.filter(isDirty).map(getStyledRoleName);
  useUnsavedChangesGuard(dirty.length > 0, { ...roleTexts.leave, text: roleTexts.leave.text(dirty.join(', ')) });
  if (!style) return null;

  const forget = () => {
    setDrafts((before) => ({ ...before, [style.role]: undefined }));
    setRound(round + 1);
  };
  return (
    <>
      <div className={classes.choose}>
        <RoleSelect
          roles={styles.map((row) => ({ name: row.role, displayName: getStyledRoleName(row), isDirty: isDirty(row) }))}
          value={style.role}
          onChange={(role) => void navigate({ to: '/admin/role-styling', search: { role }, replace: true })}
        />
      </div>
      <StyleForm
        // Remounts the form with each saved style; unsaved changes are restored from the draft.
        key={`${JSON.stringify(style)} ${round}`}
        style={style}
        draft={drafts[style.role]}
        onDraftChange={(draft) => {
          setDrafts((before) => ({ ...before, [style.role]: draft }));
        }}
        onReset={forget}
      />
    </>
  );
}

function LoadedRoleStyling({ role }: { role?: string }) {
  const { data, error, refetch } = useQuery(stylesQuery);
  if (data) return <RoleStyling styles={data.role_styles} selectedRole={role} />;
  if (!error) return <ListSkeleton rows={6} rowHeight="2.75rem" />;
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
