import { Link } from '@tanstack/react-router';
import { PathLink } from '../path-link';
import type { CardContent } from './content-card';
import { documentParam } from './document-link';

/** The title, leading to where the document is read or the video watched. */
export function ContentLink({ content, className }: { content: CardContent; className?: string }) {
  if ('type' in content && content.type === 'video') {
    return (
      <PathLink href={`/videos/${content.slug}`} className={className}>
        {content.title}
      </PathLink>
    );
  }
  return (
    <Link to="/docs/$id" params={{ id: documentParam(content) }} className={className}>
      {content.title}
    </Link>
  );
}
