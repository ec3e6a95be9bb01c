import { IconFileText } from '@tabler/icons-react';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { Link } from '@tanstack/react-router';
import { forumLinks } from '../../../messages/forum-links';
import { getItemParam } from '../../../shared/links';
import classes from './post.module.css';

/** The documents that were made of a post, as far as the user may see them. */
export function BecameDocument({ post: { documents } }: { post: PostResponse }) {
  return documents.map((document) => (
    <p key={document.id} className={classes.became}>
      <IconFileText size={16} aria-hidden="true" />
      <span>{forumLinks.post.became}</span>
      <Link to="/docs/$id" params={{ id: getItemParam(document) }} dir="auto">
        {document.title}
      </Link>
    </p>
  ));
}
