import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { updateRoleDisplaySettings } from '../../../../api/generated/roles/roles';
import { roleTexts } from '../../../../messages/en-roles';
import { useLeaveGuard } from '../../../../shared/forms/use-leave-guard';
import { ROLES } from '../../../../shared/roles';
import { messages } from '../../../../messages/en';
import { Button } from '../../../../ui/button';
import { Toggle } from '../../../../ui/toggle';
import { tellFailure, tellSuccess } from '../../../../shared/role-acts';
import { afterRolesChange, displayQuery } from '../queries';
import classes from '../roles.module.css';
import { RoleDisplayPreview } from './role-display-preview';

const text = roleTexts.display;
const recommended = ['ADMIN', 'EDITOR'];

const isBuiltIn = (role: string): role is (typeof ROLES)[number] => ROLES.some((known) => known === role);
const nameOf = ({ role, display_name }: RoleStyleResponse) => (isBuiltIn(role) ? messages.roles[role] : display_name);

interface RoleDisplayFormProps {
  saved: readonly string[];
  /** of every role, the most powerful first */
  styles: readonly RoleStyleResponse[];
}

/** What is switched stays here until it is saved. */
export function RoleDisplayForm({ saved, styles }: RoleDisplayFormProps) {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<readonly string[]>();
  const visible = edited ?? saved;
  const isDirty = edited !== undefined && [...edited].sort().join() !== [...saved].sort().join();
  useLeaveGuard(isDirty, { ...roleTexts.leave, text: roleTexts.leave.text(text.settings) });
  const saving = useMutation({
    mutationFn: () => updateRoleDisplaySettings({ visible_role_badges: [...visible] }),
    onSuccess: async ({ message, visible_role_badges }) => {
      queryClient.setQueryData(displayQuery.queryKey, { visible_role_badges });
      setEdited(undefined);
      tellSuccess(message);
      await afterRolesChange(queryClient);
    },
    onError: (error) => {
      tellFailure(text.saveFailed, error);
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
                  label={`${style.role} ${nameOf(style)}`}
                  description={recommended.includes(style.role) ? text.recommended : undefined}
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
      <div className={classes.acts}>
        <Button type="submit" loading={saving.isPending}>
          {text.save}
        </Button>
        {isDirty && !saving.isPending && (
          <Button
            look="quiet"
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
