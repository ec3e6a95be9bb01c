import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { RoleCodeSection } from './role-code-section';
import { SessionsSection } from './sessions-section';
import classes from './settings.module.css';

/** How the person signs in, and what they may do. */
export function SettingsPanel({ user }: { user: OwnUserResponse }) {
  return (
    <div className={classes.settings}>
      <RoleCodeSection user={user} />
      <SessionsSection />
    </div>
  );
}
