import { Link } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import classes from './content-card.module.css';

const MAX_TAGS = 4;

/** The first four tags, each linked to the documents with that tag. */
export function Tags({ tags, layout }: { tags: readonly string[]; layout: 'grid' | 'list' }) {
  if (tags.length === 0) return null;
  const hidden = tags.length - MAX_TAGS;
  return (
    <ul className={classes.tags}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <li key={tag}>
          <Link
            to="/docs"
            search={{ tag, view: layout === 'list' ? 'list' : undefined }}
            preload={false}
            className={classes.tag}
          >
            {tag}
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li className={classes.more} title={tags.slice(MAX_TAGS).join(', ')}>
          {messages.docs.moreTags(hidden)}
        </li>
      )}
    </ul>
  );
}
