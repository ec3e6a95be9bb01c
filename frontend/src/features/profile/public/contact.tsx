import { IconMapPin, IconWorld } from '@tabler/icons-react';
import type { PublicProfileResponse } from '../../../api/generated/model/publicProfileResponse';
import { userProfileTexts as text } from '../../../messages/en-user-profile';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './public-profile.module.css';

/** Removes the scheme and a trailing slash. */
const shortAddress = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');

export function Contact({ user }: { user: PublicProfileResponse }) {
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
