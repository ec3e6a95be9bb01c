import { IconLock } from '@tabler/icons-react';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { ButtonLink } from '../../ui/button-link';
import { StateView } from '../../ui/state-view';
import classes from './access-denied.module.css';

interface AccessDeniedProps {
  role: string;
  requiredRoles: readonly string[];
}

/** Shows role codes as in the specification (ADMIN, EDITOR, …), so that users can name the role they need. */
export function AccessDenied({ role, requiredRoles }: AccessDeniedProps) {
  usePageTitle(messages.access.deniedTitle);
  return (
    <StateView
      level={1}
      icon={<IconLock size={24} />}
      title={messages.access.deniedTitle}
      text={messages.access.deniedText}
    >
      <dl className={classes.roles}>
        <dt>{messages.access.yourRole}</dt>
        <dd>{role}</dd>
        <dt>{messages.access.requiredRoles}</dt>
        <dd>{requiredRoles.join(', ')}</dd>
      </dl>
      <ButtonLink to="/" variant="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}
