import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { abbreviate, formatDate } from '../../../lib/format';
import { messages } from '../../../messages/en';
import {
  DifficultyIndicator,
  LatestDate,
  UnusualStatusBadge,
  VisibilityMark,
} from '../../../shared/content/content-meta';
import { isUsualStatus } from '../../../shared/content/enums';
import { UserLink } from '../../../shared/links';
import classes from './document-screen.module.css';

const text = messages.doc;

export function DocumentBreadcrumb({ document: { category } }: { document: DocumentResponse }) {
  return (
    <nav aria-label={text.breadcrumb} className={classes.breadcrumb}>
      <Link to="/docs">{text.backToDocs}</Link>
      {category && (
        <Link to="/docs" search={{ category_id: category.id }}>
          {category.title}
        </Link>
      )}
    </nav>
  );
}

const WORDS_PER_MINUTE = 220;
/** Of scripts without spaces between words. */
const CHARACTERS_PER_MINUTE = 450;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The minutes that reading a text takes, at least one. */
export function estimateReadingTime(content: string): number {
  const characters = content.match(UNSPACED)?.length ?? 0;
  const words = content
    .replaceAll(UNSPACED, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE));
}

/** The line below the title: what readers want to know before they read. */
export function DocumentByline({ document }: { document: DocumentResponse }) {
  const minutes = useMemo(() => estimateReadingTime(document.content), [document.content]);
  return (
    <div className={classes.byline}>
      <UnusualStatusBadge status={document.status} />
      <UserLink id={document.author_id} name={document.author_name} avatar={document.author_avatar} />
      <LatestDate content={document} />
      <span>{text.readingTime(minutes)}</span>
      <VisibilityMark visibility={document.visibility} showsPublic={document.abilities?.edit} />
      <span>{messages.common.views(abbreviate(document.view_count))}</span>
    </div>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const FormattedDate = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatDate(iso)}</time>;

/** All tags; each links to the documents with that tag. */
function DocumentTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={text.tags} className={classes.tags}>
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

/** What is known about the document, below its text. */
export function DocumentDetails({ document }: { document: DocumentResponse }) {
  const heading = useId();
  const { status, category, difficulty, version, created_at, published_at, abilities } = document;
  return (
    <section aria-labelledby={heading} className={classes.details}>
      <h2 id={heading} className={classes.detailsHeading}>
        {text.details}
      </h2>
      <DocumentTags tags={document.tags} />
      <dl className={classes.facts}>
        {/* Another status is a badge above the text. */}
        {isUsualStatus(status) && <Detail label={text.status}>{messages.status[status]}</Detail>}
        <Detail label={text.category}>{category?.title ?? messages.docs.noCategory}</Detail>
        <Detail label={text.difficulty}>
          <DifficultyIndicator difficulty={difficulty} />
        </Detail>
        <Detail label={text.versionLabel}>
          {abilities?.edit || abilities?.publish ? (
            <Link to="/docs/$id/revisions" params={{ id: document.id }} aria-label={text.version(version)}>
              {version}
            </Link>
          ) : (
            version
          )}
        </Detail>
        <Detail label={text.created}>
          <FormattedDate iso={created_at} />
        </Detail>
        {published_at && (
          <Detail label={text.published}>
            <FormattedDate iso={published_at} />
          </Detail>
        )}
      </dl>
    </section>
  );
}
