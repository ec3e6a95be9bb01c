import { Link } from '@tanstack/react-router';
import { forum } from '../../../messages/forum';
import { RoleBadge } from '../../../shared/roles/role-badge';
import { Avatar } from '../../../ui/avatar';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { Time } from '../../../ui/time';
import classes from './post.module.css';
import type { VisiblePost } from './visible-post';

const text = forum.thread;

/** The author of a post, in one line where there is room. */
export function PostAuthor({ post }: { post: VisiblePost }) {
  const { author_id, author_name, author_avatar, author_role, author_location, author_join_date } = post;
  return (
    <div className={classes.author}>
      <Avatar name={author_name} src={author_avatar} size="sm" />
      <div className={classes.authorLine}>
        <Link
          to="/users/$id/profile"
          params={{ id: author_id }}
          preload={false}
          activeProps={{}}
          className={classes.authorName}
        >
          <bdi>{author_name}</bdi>
        </Link>
        {post.show_role_badge && (
          <span className={classes.role}>
            <RoleBadge role={author_role} />
          </span>
        )}
        <ul className={classes.facts}>
          {author_location && (
            <li data-location>
              <VisuallyHidden>{text.location} </VisuallyHidden>
              {author_location}
            </li>
          )}
          <li>{forum.counts.posts(post.author_post_count)}</li>
          <li>
            <Time iso={author_join_date}>{text.joined}</Time>
          </li>
        </ul>
      </div>
    </div>
  );
}
