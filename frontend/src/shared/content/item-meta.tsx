import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { CategoryRefResponse } from '../../api/generated/model/categoryRefResponse';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { PageRefResponse } from '../../api/generated/model/pageRefResponse';
import type { Difficulty } from '../../api/generated/model/difficulty';
import type { Visibility } from '../../api/generated/model/visibility';
import { messages } from '../../messages/common';
import { Time } from '../../ui/time';
import { RestrictedLock } from '../categories/restricted-mark';
import { getItemParam, UserLink } from '../links';
import { DifficultyIndicator, LatestDate, UnusualStatusBadge, VisibilityMark } from './content-meta';
import { getShownStatus, isUsualStatus } from './enums';
import classes from './item-meta.module.css';

const text = messages.doc;

/** The list that an item is in. */
type ListPath = '/docs' | '/videos';

interface BreadcrumbProps {
  listPath: ListPath;
  listName: string;
  category: CategoryRefResponse | null;
  /** The pages above the item, from the top. */
  trail: readonly PageRefResponse[];
}

export function ItemBreadcrumb({ listPath, listName, category, trail }: BreadcrumbProps) {
  return (
    <nav aria-label={text.breadcrumb} className={classes.breadcrumb}>
      <Link to={listPath}>{listName}</Link>
      {category && (
        <Link to={listPath} search={{ category_id: category.id }}>
          {category.title}
          <RestrictedLock category={category} />
        </Link>
      )}
      {trail.map((page) => (
        <Link
          key={page.id}
          dir="auto"
          to={page.type === 'video' ? '/videos/$id' : '/docs/$id'}
          params={{ id: getItemParam(page) }}
        >
          {page.title}
        </Link>
      ))}
    </nav>
  );
}

interface ItemMeta {
  status: ContentStatus;
  category: CategoryRefResponse | null;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: readonly string[];
  author_id: string;
  author_name: string;
  author_avatar: string | null;
  view_count: number;
  created_at: string;
  updated_at: string | null;
  published_at: string | null;
  abilities?: { edit: boolean; review?: boolean };
}

/** The line below the title: what readers want to know first. `children` follow the date. */
export function ItemByline({ item, children }: { item: ItemMeta; children?: ReactNode }) {
  return (
    <div className={classes.byline}>
      <UnusualStatusBadge status={getShownStatus(item)} />
      <UserLink id={item.author_id} name={item.author_name} avatar={item.author_avatar} />
      <LatestDate content={item} />
      {children}
      <VisibilityMark
        visibility={item.visibility}
        category={item.category}
        showsPublic={item.abilities?.edit || item.abilities?.review}
      />
      <span>{messages.common.views(item.view_count)}</span>
    </div>
  );
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** All tags; each links to the items with that tag. */
function ItemTags({ tags, listPath }: { tags: readonly string[]; listPath: ListPath }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={text.tags} className={classes.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={listPath} search={{ tag }} preload={false} className={classes.tag}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What is known about an item, below its content. `children` are the facts of its kind. */
export function ItemDetails({ item, listPath, children }: { item: ItemMeta; listPath: ListPath; children: ReactNode }) {
  const heading = useId();
  const { category, difficulty, created_at, published_at } = item;
  const status = getShownStatus(item);
  return (
    <section aria-labelledby={heading} className={classes.details}>
      <h2 id={heading} className={classes.detailsHeading}>
        {text.details}
      </h2>
      <ItemTags tags={item.tags} listPath={listPath} />
      <dl className={classes.facts}>
        {/* Another status is a badge above the content. */}
        {isUsualStatus(status) && <Detail label={text.status}>{messages.status[status]}</Detail>}
        <Detail label={text.category}>{category?.title ?? messages.docs.noCategory}</Detail>
        <Detail label={text.difficulty}>
          <DifficultyIndicator difficulty={difficulty} />
        </Detail>
        {children}
        <Detail label={text.created}>
          <Time iso={created_at} />
        </Detail>
        {published_at && (
          <Detail label={text.published}>
            <Time iso={published_at} />
          </Detail>
        )}
      </dl>
    </section>
  );
}
