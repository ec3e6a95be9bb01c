import type { ContentKind } from '../../api/generated/model/contentKind';
import { moderation as text } from '../../messages/moderation';
import classes from './review.module.css';

/** For the author and moderators of an item that moderation has hidden. */
export default function HiddenNotice({ kind }: { kind: ContentKind }) {
  return (
    <div className={classes.notices}>
      <section aria-label={text.hidden} className={classes.notice} data-tone="amber">
        <p>{text.hiddenItem[kind]}</p>
      </section>
    </div>
  );
}
