import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { formatDate } from '../../lib/format';
import { messages } from '../../messages/en';
import { IconLink } from '../../ui/icon-button';
import { useCan } from '../session/session';
import { Counts } from './counts';
import { DifficultyMark } from './difficulty-mark';
import classes from './document-card.module.css';
import { documentParam } from './document-link';
import { Placeholder } from './placeholder';
import { StatusBadge } from './status-badge';

const MAX_TAGS = 4;

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const hidden = tags.length - MAX_TAGS;
  return (
    <ul className={classes.tags}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
      {hidden > 0 && (
        <li className={classes.tag} title={tags.slice(MAX_TAGS).join(', ')}>
          {messages.docs.moreTags(hidden)}
        </li>
      )}
    </ul>
  );
}

function LastChange({ document }: { document: DocumentSummaryResponse }) {
  const [iso, say] = document.updated_at
    ? [document.updated_at, messages.docs.updated]
    : [document.created_at, messages.docs.created];
  return (
    <time dateTime={iso} title={say(formatDate(iso))}>
      {formatDate(iso)}
    </time>
  );
}

/** The whole card is the link; what else can be done are buttons above it. */
export function DocumentCard({
  document,
  layout = 'grid',
}: {
  document: DocumentSummaryResponse;
  layout?: 'grid' | 'list';
}) {
  // To those who only ever see published ones the word says nothing.
  const showsStatus = useCan('content.create') || document.status !== 'PUBLISHED';
  return (
    <article className={classes.card} data-layout={layout}>
      <div className={classes.picture}>
        {document.thumbnail ? (
          <img src={document.thumbnail} alt="" loading="lazy" className={classes.image} />
        ) : (
          <Placeholder seed={document.id} category={document.category} />
        )}
      </div>
      <div className={classes.body}>
        <div className={classes.meta}>
          {showsStatus && <StatusBadge status={document.status} />}
          <span className={classes.category}>{document.category?.title ?? messages.docs.noCategory}</span>
        </div>
        <h3 className={classes.title}>
          <Link to="/docs/$id" params={{ id: documentParam(document) }} className={classes.link}>
            {document.title}
          </Link>
        </h3>
        {document.summary && <p className={classes.summary}>{document.summary}</p>}
        <Tags tags={document.tags} />
        <div className={classes.foot}>
          <DifficultyMark difficulty={document.difficulty} />
          <Counts content={document} />
          <LastChange document={document} />
        </div>
      </div>
      {document.abilities?.edit && (
        <IconLink
          to="/docs/$id/edit"
          params={{ id: document.id }}
          framed
          className={classes.edit}
          aria-label={messages.docs.editNamed(document.title)}
        >
          <IconPencil size={16} aria-hidden="true" />
        </IconLink>
      )}
    </article>
  );
}
