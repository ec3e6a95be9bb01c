import type { PublicProfileResponse } from '../../../api/generated/model/publicProfileResponse';
import { abbreviate, formatDate } from '../../../lib/format';
import { userProfileTexts as text } from '../../../messages/en-user-profile';
import classes from './public-profile.module.css';

export function Statistics({ user }: { user: PublicProfileResponse }) {
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
          <time dateTime={user.join_date}>{formatDate(user.join_date)}</time>
        </dd>
      </dl>
    </section>
  );
}
