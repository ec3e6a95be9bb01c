import { IconPlus } from '@tabler/icons-react';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { messages } from '../../messages/en';
import { useCan } from '../../shared/session/session';
import { ButtonLink } from '../../ui/button-link';
import classes from './home.module.css';

export function MemberWelcome({ user }: { user: OwnUserResponse }) {
  const canCreate = useCan('content.create');
  return (
    <section className={classes.welcome}>
      <div>
        <h1 tabIndex={-1} className={classes.welcomeTitle}>
          {messages.home.welcome(user.name)}
        </h1>
        <p className={classes.welcomeText}>{messages.home.welcomeText}</p>
      </div>
      {canCreate && (
        <ButtonLink to="/docs/create" icon={<IconPlus size={16} aria-hidden="true" />}>
          {messages.docs.create}
        </ButtonLink>
      )}
    </section>
  );
}
