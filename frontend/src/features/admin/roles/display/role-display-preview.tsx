import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { roleTexts } from '../../../../messages/en-roles';
import { StyledBadge } from '../../../../shared/roles/role-badge';
import { Avatar } from '../../../../ui/avatar';
import { VisuallyHidden } from '../../../../ui/visually-hidden';
import classes from '../roles.module.css';

const text = roleTexts.display;

interface RoleDisplayPreviewProps {
  styles: readonly RoleStyleResponse[];
  visible: readonly string[];
}

/** Sample names with and without badges. */
export function RoleDisplayPreview({ styles, visible }: RoleDisplayPreviewProps) {
  return (
    <section aria-labelledby="role-preview" className={classes.panel}>
      <h2 id="role-preview">{text.preview}</h2>
      <p className={classes.muted}>{text.previewLead}</p>
      <ul className={classes.rows}>
        {styles.map((style) => (
          <li key={style.role} className={classes.sampleRow} data-role={style.role}>
            <Avatar name={style.role} />
            <span className={classes.user}>
              {text.sample(style.role)}{' '}
              {visible.includes(style.role) ? (
                <StyledBadge badgeStyle={style}>{style.display_name}</StyledBadge>
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
