import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { updateRoleDisplaySettings } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { useUnsavedChangesGuard } from '../../../../shared/forms/use-unsaved-changes-guard';
import { ROLES } from '../../../../shared/roles/roles';
import { messages } from '../../../../messages/en';
import { Button } from '../../../../ui/button';
import { Toggle } from '../../../../ui/toggle';
import { showError, showSuccess } from '../../../../shared/roles/role-dialogs';
import { refreshRoleQueries, displayQuery } from '../queries';
import classes from '../roles.module.css';
import { RoleDisplayPreview } from './role-display-preview';

const text = roleTexts.display;
const recommendedRoles = ['ADMIN', 'EDITOR'];

const isBuiltIn = (role: string): role is (typeof ROLES)[number] => ROLES.some((known) => known === role);
const getDisplayName = ({ role, display_name }: RoleStyleResponse) =>
  isBuiltIn(role) ? messages.roles[role] : display_name;

interface RoleDisplayFormProps {
  saved: readonly string[];
  /** styles of all roles, highest priority first */
  styles: readonly RoleStyleResponse[];
}

/** The form for which roles show a badge; changes apply on save. */
export function RoleDisplayForm({ saved, styles }: RoleDisplayFormProps) {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<readonly string[]>();
  const visible = edited ?? saved;
  const isDirty = edited !== undefined && [...edited].sort().join() !== [...saved].sort().join();
  useUnsavedChangesGuard(isDirty, { ...roleTexts.leave, text: roleTexts.leave.text(text.settings) });
  const saving = useMutation({
    mutationFn: () => updateRoleDisplaySettings({ visible_role_badges: [...visible] }),
    onSuccess: async ({ message, visible_role_badges }) => {
      queryClient.setQueryData(displayQuery.queryKey, { visible_role_badges });
      setEdited(undefined);
      showSuccess(message);
      await refreshRoleQueries(queryClient);
    },
    onError: (error) => {
      showError(text.saveFailed, error);
    },
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <p className={classes.note}>{text.recommendation}</p>
      <div className={classes.columns}>
        <section aria-labelledby="role-toggles" className={classes.panel}>
          <h2 id="role-toggles">{text.toggles}</h2>
          <ul className={classes.rows}>
            {styles.map((style) => (
              <li key={style.role} className={classes.row}>
                <Toggle
                  label={`${style.role} ${getDisplayName(style)}`}
                  description={recommendedRoles.includes(style.role) ? text.recommended : undefined}
                  checked={visible.includes(style.role)}
                  disabled={saving.isPending}
                  onChange={(event) => {
                    const others = visible.filter((role) => role !== style.role);
                    setEdited(event.currentTarget.checked ? [...others, style.role] : others);
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
        <RoleDisplayPreview styles={styles} visible={visible} />
      </div>
      <div className={classes.actions}>
        <Button type="submit" isLoading={saving.isPending}>
          {text.save}
        </Button>
        {isDirty && !saving.isPending && (
          <Button
            variant="subtle"
            onClick={() => {
              setEdited(undefined);
            }}
          >
            {roleTexts.discard}
          </Button>
        )}
      </div>
    </form>
  );
}
