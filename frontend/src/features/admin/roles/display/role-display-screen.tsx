import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { updateRoleDisplaySettings } from '../../../../api/generated/roles/roles';
import { usePageTitle } from '../../../../lib/page';
import { roleTexts } from '../../../../messages/roles';
import { getRoleName } from '../../../../shared/roles/roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { useUnsavedChangesGuard } from '../../../../shared/forms/unsaved-changes';
import { showError } from '../../../../shared/roles/role-alerts';
import { roleStylesQuery, StyledBadge } from '../../../../shared/roles/role-badge';
import { getStyledRoleName } from '../../../../shared/roles/roles';
import { useActionMutation } from '../../../../shared/use-action-mutation';
import { Avatar } from '../../../../ui/avatar';
import { Button } from '../../../../ui/button';
import { PageHeading } from '../../../../ui/page-heading';
import { ListSkeleton } from '../../../../ui/skeleton';
import { Toggle } from '../../../../ui/toggle';
import { VisuallyHidden } from '../../../../ui/visually-hidden';
import { toast } from '../../../../ui/toast/toast';
import { displayQuery, refreshRoleQueries } from '../queries';
import classes from '../roles.module.css';

const text = roleTexts.display;

interface RoleDisplayPreviewProps {
  styles: readonly RoleStyleResponse[];
  visible: readonly string[];
}

/** Sample names with and without badges. */
function RoleDisplayPreview({ styles, visible }: RoleDisplayPreviewProps) {
  return (
    <section aria-labelledby="role-preview" className={classes.panel}>
      <h2 id="role-preview">{text.preview}</h2>
      <p className={classes.muted}>{text.previewLead}</p>
      <ul className={classes.rows} data-aligned>
        {styles.map((style) => (
          <li key={style.role} className={classes.sampleRow} data-role={style.role}>
            <Avatar name={style.role} />
            <span className={classes.user}>
              {text.sample(getStyledRoleName(style))}{' '}
              {visible.includes(style.role) ? (
                <StyledBadge badgeStyle={style}>{getRoleName(style.role, style.display_name)}</StyledBadge>
              ) : (
                <VisuallyHidden>{text.hidden}</VisuallyHidden>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const recommendedRoles = ['ADMIN', 'EDITOR'];

interface RoleDisplayFormProps {
  saved: readonly string[];
  /** The styles of all roles, highest priority first. */
  styles: readonly RoleStyleResponse[];
}

/** The form for which roles show a badge; changes apply on save. */
function RoleDisplayForm({ saved, styles }: RoleDisplayFormProps) {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<readonly string[]>();
  const visible = edited ?? saved;
  const isDirty = edited !== undefined && [...edited].sort().join() !== [...saved].sort().join();
  useUnsavedChangesGuard(isDirty, { ...roleTexts.leave, text: roleTexts.leave.text(text.settings) });
  const saving = useActionMutation({
    mutationFn: () => updateRoleDisplaySettings({ visible_role_badges: [...visible] }),
    onSuccess: async ({ message, visible_role_badges }) => {
      queryClient.setQueryData(displayQuery.queryKey, { visible_role_badges });
      setEdited(undefined);
      toast(message);
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
          <p className={classes.muted}>{text.togglesLead}</p>
          <ul className={classes.rows} data-aligned>
            {styles.map((style) => (
              <li key={style.role} className={classes.row}>
                <Toggle
                  label={`${style.role} ${getStyledRoleName(style)}`}
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

function LoadedRoleDisplay() {
  const display = useQuery(displayQuery);
  const styles = useQuery(roleStylesQuery);
  const error = display.error ?? styles.error;
  if (display.data && styles.data) {
    return <RoleDisplayForm saved={display.data.visible_role_badges} styles={[...styles.data.values()]} />;
  }
  if (!error) return <ListSkeleton rows={6} rowHeight="2.75rem" />;
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
