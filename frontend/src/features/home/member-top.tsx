import { IconPlus } from '@tabler/icons-react';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { messages } from '../../messages/en';
import { home as text } from '../../messages/en-home';
import { ButtonLink } from '../../ui/button';
import classes from './home.module.css';
import { SiteTotals } from './site-totals';

/** Greets the signed-in user; administrators also see the totals. */
export default function MemberTop({ user }: { user: OwnUserResponse }) {
  return (
    <>
      <section className={classes.welcome}>
        <div>
          <h1 tabIndex={-1} className={classes.welcomeTitle}>
            {text.welcome(user.name)}
          </h1>
          <p className={classes.welcomeText}>{text.welcomeText}</p>
        </div>
        {user.permissions.includes('content.create') && (
          <ButtonLink to="/docs/create" icon={<IconPlus size={16} aria-hidden="true" />}>
            {messages.docs.create}
          </ButtonLink>
        )}
      </section>
      {user.permissions.includes('analytics.view') && <SiteTotals />}
    </>
  );
}
