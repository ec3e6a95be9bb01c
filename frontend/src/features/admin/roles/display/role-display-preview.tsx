import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { roleTexts } from '../../../../messages/en-roles';
import { StyledBadge } from '../../../../shared/people/role-badge';
import { Avatar } from '../../../../ui/avatar';
import { VisuallyHidden } from '../../../../ui/visually-hidden';
import classes from '../roles.module.css';

const text = roleTexts.display;

interface RoleDisplayPreviewProps {
  styles: readonly RoleStyleResponse[];
  visible: readonly string[];
}

/** Names with and without their badges, as others would see them. */
export function RoleDisplayPreview({ styles, visible }: RoleDisplayPreviewProps) {
  return (
    <section aria-labelledby="role-preview" className={classes.panel}>
      <h2 id="role-preview">{text.preview}</h2>
      <p className={classes.muted}>{text.previewLead}</p>
      <ul className={classes.rows}>
        {styles.map((style) => (
          <li key={style.role} className={classes.sampleRow} data-role={style.role}>
            <Avatar name={style.role} />
            <span className={classes.person}>
              {text.sample(style.role)}{' '}
              {visible.includes(style.role) ? (
                <StyledBadge look={style}>{style.display_name}</StyledBadge>
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
