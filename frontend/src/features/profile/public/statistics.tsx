import type { PublicProfileResponse } from '../../../api/generated/model/publicProfileResponse';
import { abbreviate, formatDate } from '../../../lib/format';
import { person as text } from '../../../messages/en-person';
import classes from './person.module.css';

export function Statistics({ person }: { person: PublicProfileResponse }) {
  return (
    <section aria-labelledby="person-statistics">
      <h2 id="person-statistics" className={classes.heading}>
        {text.statistics}
      </h2>
      <dl className={classes.statistics}>
        <dt>{text.posts}</dt>
        <dd>{abbreviate(person.post_count)}</dd>
        <dt>{text.reputation}</dt>
        <dd>{abbreviate(person.reputation)}</dd>
        <dt>{text.joined}</dt>
        <dd>
          <time dateTime={person.join_date}>{formatDate(person.join_date)}</time>
        </dd>
      </dl>
    </section>
  );
}
