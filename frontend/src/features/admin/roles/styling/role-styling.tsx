import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { roleTexts } from '../../../../messages/en-roles';
import { useLeaveGuard } from '../../../../shared/forms/use-leave-guard';
import { roleName } from '../../../../shared/roles';
import { RoleChooser } from '../role-chooser';
import classes from '../roles.module.css';
import { StyleForm } from './style-form';
import type { StyleValues } from './style-values';

type Drafts = Partial<Record<string, StyleValues>>;

interface RoleStylingProps {
  styles: readonly RoleStyleResponse[];
  /** the name of a role, as the address says it */
  wanted?: string;
}

/** The chooser, and what was changed for each role until it is saved: looking at another role loses nothing. */
export function RoleStyling({ styles, wanted }: RoleStylingProps) {
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState<Drafts>({});
  // Counts what was saved or discarded, after which a form begins anew.
  const [round, setRound] = useState(0);
  const style = styles.find(({ role }) => role === wanted) ?? styles[0];
  const dirty = styles.map(({ role }) => role).filter((role) => drafts[role]);
  useLeaveGuard(dirty.length > 0, { ...roleTexts.leave, text: roleTexts.leave.text(dirty.join(', ')) });
  if (!style) return null;

  const forget = () => {
    setDrafts((before) => ({ ...before, [style.role]: undefined }));
    setRound(round + 1);
  };
  return (
    <>
      <div className={classes.choose}>
        <RoleChooser
          roles={styles.map(({ role, display_name }) => ({
            name: role,
            displayName: roleName(role) === role ? display_name : roleName(role),
            isDirty: dirty.includes(role),
          }))}
          value={style.role}
          onChange={(role) => void navigate({ to: '/admin/role-styling', search: { role }, replace: true })}
        />
      </div>
      <StyleForm
        // Begins anew with every style the server answers, too; what was changed comes along in the draft.
        key={`${JSON.stringify(style)} ${round}`}
        style={style}
        draft={drafts[style.role]}
        onDraft={(draft) => {
          setDrafts((before) => ({ ...before, [style.role]: draft }));
        }}
        onForget={forget}
      />
    </>
  );
}
