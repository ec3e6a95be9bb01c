import { IconMapPin, IconWorld } from '@tabler/icons-react';
import type { PublicProfileResponse } from '../../../api/generated/model/publicProfileResponse';
import { person as text } from '../../../messages/en-person';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './person.module.css';

/** Without what every address begins with. */
const shortAddress = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');

export function Contact({ person }: { person: PublicProfileResponse }) {
  return (
    <section aria-labelledby="person-contact">
      <h2 id="person-contact" className={classes.heading}>
        {text.contact}
      </h2>
      {!person.location && !person.website && <p className={classes.none}>{text.noContact}</p>}
      <ul className={classes.contact}>
        {person.location && (
          <li>
            <IconMapPin size={16} aria-hidden="true" />
            <span>
              <VisuallyHidden>{text.location} </VisuallyHidden>
              {person.location}
            </span>
          </li>
        )}
        {person.website && (
          <li>
            <IconWorld size={16} aria-hidden="true" />
            <span>
              <VisuallyHidden>{text.website} </VisuallyHidden>
              <a href={person.website} rel="nofollow ugc noopener noreferrer" target="_blank">
                {shortAddress(person.website)}
              </a>
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
