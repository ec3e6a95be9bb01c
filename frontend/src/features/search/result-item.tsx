import { IconCornerDownRight } from '@tabler/icons-react';
import type { SearchResultResponse } from '../../api/generated/model/searchResultResponse';
import { formatDate } from '../../lib/format';
import { asExcerpt, markWords } from '../../lib/mark-words';
import { searchTexts as text } from '../../messages/en-search';
import { categoryColour } from '../../shared/categories/category-colour';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { Counts } from '../../shared/content/counts';
import { DifficultyMark } from '../../shared/content/difficulty-mark';
import { STATUSES } from '../../shared/content/enums';
import { StatusBadge } from '../../shared/content/status-badge';
import { PathLink } from '../../shared/path-link';
import { kindIcons } from './kinds';
import { Marked } from './marked';
import classes from './result-item.module.css';

/** Only what is not simply there to be read: most results are published, and to say so of each would be noise. */
function Unpublished({ status }: { status: string | null }) {
  const known = STATUSES.find((one) => one === status);
  return known && known !== 'PUBLISHED' ? <StatusBadge status={known} /> : null;
}

function Foot({ result }: { result: SearchResultResponse }) {
  const { type, difficulty, created_at } = result;
  const date = formatDate(created_at);
  return (
    <div className={classes.foot}>
      {difficulty && <DifficultyMark difficulty={difficulty} />}
      {type !== 'user' && <Counts content={result} />}
      <time dateTime={created_at}>{type === 'user' ? text.joined(date) : date}</time>
    </div>
  );
}

/** The whole result is the link; the section in which the words stand is one above it. */
export function ResultItem({ result, words }: { result: SearchResultResponse; words: readonly string[] }) {
  const { type, title, url, category, heading, snippet } = result;
  const Icon = kindIcons[type];
  return (
    <article className={classes.result} style={categoryColour(category?.color)}>
      <span className={classes.icon}>
        {category ? (
          <CategoryIcon icon={category.icon} size={20} />
        ) : (
          <Icon size={20} stroke={1.5} aria-hidden="true" />
        )}
      </span>
      <div className={classes.body}>
        <div className={classes.meta}>
          <span>{text.kinds[type]}</span>
          {category && <span className={classes.category}>{category.title}</span>}
          <Unpublished status={result.status} />
        </div>
        <h3 className={classes.title}>
          <PathLink href={url} className={classes.link}>
            <Marked parts={markWords(title, words)} />
          </PathLink>
        </h3>
        {snippet.length > 0 && (
          <p className={classes.snippet}>
            <Marked parts={asExcerpt(snippet)} />
          </p>
        )}
        {heading && (
          <PathLink href={heading.url} className={classes.heading} aria-label={text.section(heading.title)}>
            <IconCornerDownRight size={14} aria-hidden="true" />
            <span>{heading.title}</span>
          </PathLink>
        )}
        <Foot result={result} />
      </div>
    </article>
  );
}
