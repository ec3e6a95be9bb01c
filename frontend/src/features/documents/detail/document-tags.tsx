import { Link } from '@tanstack/react-router';
import { messages } from '../../../messages/en';
import classes from './document-screen.module.css';

/** All tags; each links to the documents with that tag. */
export function DocumentTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={messages.doc.tags} className={classes.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to="/docs" search={{ tag }} preload={false} className={classes.tag}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
