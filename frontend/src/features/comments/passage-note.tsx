import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import type { CommentResponse } from '../../api/generated/model/commentResponse';
import { passages as text } from '../../messages/passages';
import { CommentIds } from './comment-ids';
import classes from './passage-note.module.css';

/** What a comment is about, and whether that is dealt with. */
export default function PassageNote({ comment }: { comment: CommentResponse }) {
  const { id, anchor, is_outdated, resolved_at, resolved_by } = comment;
  const isAtPassage = useContext(CommentIds) !== '';
  const isOpen = resolved_at === null;
  return (
    <>
      {anchor && (
        <figure className={classes.note}>
          <blockquote dir="auto" className={classes.quote} aria-label={text.about}>
            {anchor.quote}
          </blockquote>
          {is_outdated ? (
            <figcaption>{text.outdated}</figcaption>
          ) : (
            isOpen &&
            !isAtPassage && (
              <figcaption>
                <Link to="." search hash={`passage-${id}`} resetScroll={false}>
                  {text.show}
                </Link>
              </figcaption>
            )
          )}
        </figure>
      )}
      {!isOpen && (
        <p className={classes.resolved}>{resolved_by ? text.resolved(resolved_by) : text.resolvedBySomeone}</p>
      )}
    </>
  );
}
