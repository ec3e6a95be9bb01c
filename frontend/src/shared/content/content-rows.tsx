import type { ItemSort } from '../../api/generated/model/itemSort';
import { messages } from '../../messages/common';
import { Badge } from '../../ui/badge';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import stretched from '../../ui/styles/stretched-link.module.css';
import { CategoryTile } from '../categories/category-tile';
import { ContentLink } from '../links';
import { CardStatus } from './content-card';
import type { ListedContent } from './content-kind';
import { Counts, SortedDate, VisibilityMark } from './content-meta';
import classes from './content-rows.module.css';

interface ContentRowProps {
  content: ListedContent;
  sort: ItemSort;
}

/** An item in one line. The whole row is a link. */
function ContentRow({ content, sort }: ContentRowProps) {
  return (
    <article className={classes.row}>
      <CategoryTile icon={content.category?.icon} color={content.category?.color} isSmall />
      <h3 dir="auto" className={classes.title}>
        <ContentLink content={content} className={stretched.link} />
      </h3>
      <CardStatus content={content} />
      {content.is_hidden && <Badge tone="amber">{messages.common.hidden}</Badge>}
      <span className={classes.visibility}>
        <VisibilityMark visibility={content.visibility} category={content.category} />
      </span>
      <span className={classes.category}>{content.category?.title ?? messages.docs.noCategory}</span>
      <span className={classes.author}>
        <bdi>{content.author_name}</bdi>
      </span>
      <span className={classes.counts} data-sorted={sort === 'views' || sort === 'likes' || undefined}>
        <Counts content={content} />
      </span>
      <span className={classes.date}>
        <SortedDate content={content} sort={sort} />
      </span>
    </article>
  );
}

interface ContentRowsProps {
  items: readonly ListedContent[];
  sort: ItemSort;
}

/** Items of a list, one line each. */
export function ContentRows({ items, sort }: ContentRowsProps) {
  return (
    <div className={classes.rows}>
      {items.map((item) => (
        <ContentRow key={item.id} content={item} sort={sort} />
      ))}
    </div>
  );
}

export function ContentRowsSkeleton({ count }: { count: number }) {
  return (
    <Skeleton>
      <div className={classes.rows}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={classes.row}>
            <SkeletonItem width="1.75rem" height="1.75rem" />
            <SkeletonItem width="60%" height="0.875rem" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
