import { Link } from '@tanstack/react-router';
import { PathLink } from '../path-link';
import type { CardContent } from './content-card';
import { getDocumentParam } from './document-link';

/** The title as a link to the document or video. */
export function ContentLink({ content, className }: { content: CardContent; className?: string }) {
  if ('type' in content && content.type === 'video') {
    return (
      <PathLink href={`/videos/${content.slug}`} className={className}>
        {content.title}
      </PathLink>
    );
  }
  return (
    <Link to="/docs/$id" params={{ id: getDocumentParam(content) }} className={className}>
      {content.title}
    </Link>
  );
}
