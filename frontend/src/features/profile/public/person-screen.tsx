import { useSuspenseQuery } from '@tanstack/react-query';
import type { PublicProfileResponse } from '../../../api/generated/model/publicProfileResponse';
import { usePageTitle } from '../../../lib/use-page-title';
import { person as text } from '../../../messages/en-person';
import { RoleBadge } from '../../../shared/people/role-badge';
import { useSession } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar';
import { ButtonLink } from '../../../ui/button-link';
import { ActivityPanel } from '../activity/activity-panel';
import { personQuery } from '../queries';
import { Contact } from './contact';
import classes from './person.module.css';
import { PersonActs } from './person-acts';
import { Statistics } from './statistics';

function About({ person, isOwn }: { person: PublicProfileResponse; isOwn: boolean }) {
  return (
    <section aria-labelledby="person-about">
      <h2 id="person-about" className={classes.heading}>
        {text.about}
      </h2>
      {person.bio ? (
        <p className={classes.bio}>{person.bio}</p>
      ) : (
        <p className={classes.none}>{isOwn ? text.ownNoBio : text.noBio(person.name)}</p>
      )}
    </section>
  );
}

function Skills({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return null;
  return (
    <section aria-labelledby="person-skills">
      <h2 id="person-skills" className={classes.heading}>
        {text.skills}
      </h2>
      <ul className={classes.skills}>
        {skills.map((skill) => (
          <li key={skill} className={classes.skill}>
            {skill}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Activity({ person, isOwn }: { person: PublicProfileResponse; isOwn: boolean }) {
  const none = isOwn ? text.ownNoActivity : text.noActivity(person.name);
  return (
    <section aria-labelledby="person-activity">
      <h2 id="person-activity" className={classes.heading}>
        {text.activity}
      </h2>
      <ActivityPanel userId={person.id} empty={<p className={classes.none}>{none}</p>} />
    </section>
  );
}

/** A person as everybody may see them. */
export function PersonScreen({ id }: { id: string }) {
  const { data: person } = useSuspenseQuery(personQuery(id));
  const { user } = useSession();
  const isOwn = user?.id === person.id;
  usePageTitle(person.name);
  return (
    <article className={classes.screen}>
      <header className={classes.head}>
        <Avatar name={person.name} src={person.avatar_url} size="large" />
        <div className={classes.who}>
          <h1 tabIndex={-1} className={classes.name}>
            {person.name}
          </h1>
          <p className={classes.handle}>
            @{person.handle}
            {person.show_role_badge && <RoleBadge role={person.role} name={person.role_display_name} />}
          </p>
        </div>
        {isOwn ? (
          <ButtonLink to="/user/profile" look="default">
            {text.edit}
          </ButtonLink>
        ) : (
          <PersonActs />
        )}
      </header>
      <div className={classes.columns}>
        <div className={classes.main}>
          <About person={person} isOwn={isOwn} />
          <Skills skills={person.skills} />
          <Activity key={person.id} person={person} isOwn={isOwn} />
        </div>
        <aside className={classes.aside}>
          <Statistics person={person} />
          <Contact person={person} />
        </aside>
      </div>
    </article>
  );
}
