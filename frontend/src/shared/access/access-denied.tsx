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

/** Names the role as the specification does (ADMIN, EDITOR, …), so that people can say what they lack. */
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
      <ButtonLink to="/" look="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}
