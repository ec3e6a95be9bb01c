import { IconMapPin, IconMessage, IconUserPlus, IconWorld } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { PublicProfileResponse } from '../../../api/generated/model/publicProfileResponse';
import { abbreviate } from '../../../lib/message-format';
import { usePageTitle } from '../../../lib/page';
import { userProfileTexts as text } from '../../../messages/user-profile';
import { RoleBadge } from '../../../shared/roles/role-badge';
import { useSession } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar';
import { Button, ButtonLink } from '../../../ui/button';
import { Tooltip } from '../../../ui/tooltip';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { ActivityPanel } from '../activity/activity-panel';
import { publicProfileQuery } from '../queries';
import { Time } from '../../../ui/time';
import classes from './public-profile.module.css';
import { isolate } from '../../../ui/isolate';

/** Removes the scheme and a trailing slash. */
const shortAddress = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');

function Contact({ user }: { user: PublicProfileResponse }) {
  return (
    <section aria-labelledby="person-contact">
      <h2 id="person-contact" className={classes.heading}>
        {text.contact}
      </h2>
      {!user.location && !user.website && <p className={classes.none}>{text.noContact}</p>}
      <ul className={classes.contact}>
        {user.location && (
          <li>
            <IconMapPin size={16} aria-hidden="true" />
            <span>
              <VisuallyHidden>{text.location} </VisuallyHidden>
              {user.location}
            </span>
          </li>
        )}
        {user.website && (
          <li>
            <IconWorld size={16} aria-hidden="true" />
            <span>
              <VisuallyHidden>{text.website} </VisuallyHidden>
              <a href={user.website} rel="nofollow ugc noopener noreferrer" target="_blank">
                {shortAddress(user.website)}
              </a>
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Statistics({ user }: { user: PublicProfileResponse }) {
  return (
    <section aria-labelledby="person-statistics">
      <h2 id="person-statistics" className={classes.heading}>
        {text.statistics}
      </h2>
      <dl className={classes.statistics}>
        <dt>{text.posts}</dt>
        <dd>{abbreviate(user.post_count)}</dd>
        <dt>{text.reputation}</dt>
        <dd>{abbreviate(user.reputation)}</dd>
        <dt>{text.joined}</dt>
        <dd>
          <Time iso={user.join_date} />
        </dd>
      </dl>
    </section>
  );
}

const actions = [
  { label: text.message, icon: IconMessage },
  { label: text.follow, icon: IconUserPlus },
];

/** Disabled actions that remain focusable, so that their explanation can be reached by keyboard. */
function ProfileActions() {
  return (
    <div className={classes.actions}>
      {actions.map(({ label, icon: Icon }) => (
        <Tooltip key={label} text={text.notOffered} align="end">
          {(describedBy) => (
            <Button
              variant="default"
              icon={<Icon size={16} aria-hidden="true" />}
              aria-disabled="true"
              aria-describedby={describedBy}
              className={classes.off}
            >
              {label}
            </Button>
          )}
        </Tooltip>
      ))}
    </div>
  );
}

function About({ user, isOwn }: { user: PublicProfileResponse; isOwn: boolean }) {
  return (
    <section aria-labelledby="person-about">
      <h2 id="person-about" className={classes.heading}>
        {text.about}
      </h2>
      {user.bio ? (
        <p className={classes.bio}>{user.bio}</p>
      ) : (
        <p className={classes.none}>{isOwn ? text.ownNoBio : isolate(text.noBio, user.name)}</p>
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

function Activity({ user, isOwn }: { user: PublicProfileResponse; isOwn: boolean }) {
  const none = isOwn ? text.ownNoActivity : isolate(text.noActivity, user.name);
  return (
    <section aria-labelledby="person-activity">
      <h2 id="person-activity" className={classes.heading}>
        {text.activity}
      </h2>
      <ActivityPanel userId={user.id} empty={<p className={classes.none}>{none}</p>} />
    </section>
  );
}

/** The public profile of a user. */
export function PublicProfileScreen({ id }: { id: string }) {
  const { data: profile } = useSuspenseQuery(publicProfileQuery(id));
  const { user } = useSession();
  const isOwn = user?.id === profile.id;
  usePageTitle(profile.name);
  return (
    <article className={classes.screen}>
      <header className={classes.head}>
        <Avatar name={profile.name} src={profile.avatar_url} size="lg" />
        <div className={classes.user}>
          <h1 tabIndex={-1} className={classes.name}>
            {profile.name}
          </h1>
          <p className={classes.handle}>
            @{profile.handle}
            {profile.show_role_badge && <RoleBadge role={profile.role} name={profile.role_display_name} />}
          </p>
        </div>
        {isOwn ? (
          <ButtonLink to="/user/profile" variant="default">
            {text.edit}
          </ButtonLink>
        ) : (
          <ProfileActions />
        )}
      </header>
      <div className={classes.columns}>
        <div className={classes.main}>
          <About user={profile} isOwn={isOwn} />
          <Skills skills={profile.skills} />
          <Activity key={profile.id} user={profile} isOwn={isOwn} />
        </div>
        <aside className={classes.aside}>
          <Statistics user={profile} />
          <Contact user={profile} />
        </aside>
      </div>
    </article>
  );
}
