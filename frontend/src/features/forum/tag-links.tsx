import { Link } from '@tanstack/react-router';
import { forum } from '../../messages/forum';
import classes from './tag-links.module.css';

interface TagLinksProps {
  thread: { category_id: string; tags: readonly string[] };
}

/** The tags of a thread; each links to the threads of its category with that tag. */
export function TagLinks({ thread: { category_id, tags } }: TagLinksProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={forum.category.tags} className={classes.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/community/category/$id"
            params={{ id: category_id }}
            search={{ tag }}
            preload={false}
            activeProps={{}}
            className={classes.tag}
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
