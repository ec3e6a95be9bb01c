import { Link } from '@tanstack/react-router';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { forum } from '../../../messages/forum';
import { CategoryTile, DEFAULT_CATEGORY_ICON } from '../../../shared/categories/category-tile';
import { RestrictedMark } from '../../../shared/categories/restricted-mark';
import { Time } from '../../../ui/time';
import { UnreadCount } from '../unread-count';
import stretched from '../../../ui/styles/stretched-link.module.css';
import classes from './community.module.css';

const text = forum.counts;

interface CategoryRowProps {
  category: ForumCategoryResponse;
  isNested: boolean;
}

function CategoryRow({ category, isNested }: CategoryRowProps) {
  const { id, name, description, icon, color, thread_count, post_count, last_post_at, unread_count } = category;
  const Heading = isNested ? 'h4' : 'h3';
  return (
    <div className={classes.row} data-nested={isNested || undefined}>
      <CategoryTile icon={icon || DEFAULT_CATEGORY_ICON} color={color} isSmall={isNested} />
      <div className={classes.about}>
        <div className={classes.heading}>
          <Heading className={classes.name}>
            <Link to="/community/category/$id" params={{ id }} className={stretched.link}>
              {name}
            </Link>
          </Heading>
          <UnreadCount count={unread_count} />
        </div>
        <RestrictedMark category={category} />
        <p className={classes.description}>{description}</p>
      </div>
      <p className={classes.numbers}>
        <span>{text.threads(thread_count)}</span>
        <span>{text.posts(post_count)}</span>
        {last_post_at ? (
          <Time iso={last_post_at} withTime>
            {text.lastPost}
          </Time>
        ) : (
          <span>{text.noPosts}</span>
        )}
      </p>
    </div>
  );
}

interface CategoryListProps {
  /** In tree order. */
  categories: readonly ForumCategoryResponse[];
  /** The category whose subcategories are listed; the top level if absent. */
  parentId?: string;
}

/** Categories with their subcategories of all levels. */
export function CategoryList({ categories, parentId }: CategoryListProps) {
  const isNested = parentId !== undefined;
  const siblings = categories.filter(({ parent_category_id }) => parent_category_id === (parentId ?? null));
  if (siblings.length === 0) return null;
  const parent = categories.find(({ id }) => id === parentId);
  return (
    <ul
      aria-label={parent && forum.community.subcategories(parent.name)}
      className={isNested ? classes.subcategories : classes.categories}
    >
      {siblings.map((category) => (
        <li key={category.id} className={isNested ? undefined : classes.category}>
          <CategoryRow category={category} isNested={isNested} />
          <CategoryList categories={categories} parentId={category.id} />
        </li>
      ))}
    </ul>
  );
}
