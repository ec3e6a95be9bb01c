import { Link } from '@tanstack/react-router';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { abbreviate, formatDate } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { DifficultyIndicator, StatusBadge } from '../../../shared/content/content-meta';
import { UserLink } from '../../../shared/links';
import classes from './document-screen.module.css';

const text = messages.doc;

function LabelledDate({ label, iso }: { label: string; iso: string }) {
  return (
    <li>
      {label} <time dateTime={iso}>{formatDate(iso)}</time>
    </li>
  );
}

export function DocumentMeta({ document }: { document: DocumentResponse }) {
  const version = text.version(document.version);
  const canCompare = document.abilities?.edit || document.abilities?.publish;
  return (
    <>
      <nav aria-label={text.breadcrumb} className={classes.breadcrumb}>
        <Link to="/docs">{text.backToDocs}</Link>
        {document.category && (
          <Link to="/docs" search={{ category_id: document.category.id }}>
            {document.category.title}
          </Link>
        )}
      </nav>
      <ul className={classes.meta}>
        <li>
          <StatusBadge status={document.status} />
        </li>
        <li>
          <DifficultyIndicator difficulty={document.difficulty} />
        </li>
        <li>
          {canCompare ? (
            <Link to="/docs/$id/revisions" params={{ id: document.id }}>
              {version}
            </Link>
          ) : (
            version
          )}
        </li>
        <li>{messages.common.views(abbreviate(document.view_count))}</li>
        <li>
          {text.by} <UserLink id={document.author_id} name={document.author_name} avatar={document.author_avatar} />
        </li>
        <LabelledDate label={text.created} iso={document.created_at} />
        {document.published_at && <LabelledDate label={text.published} iso={document.published_at} />}
      </ul>
    </>
  );
}

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
