import { Link } from '@tanstack/react-router';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import { abbreviate, formatDate } from '../../lib/format';
import { bookmarks } from '../../messages/en-engagement';
import { home as text } from '../../messages/en-home';
import { CategoryIcon, getCategoryColour } from '../../shared/categories/category-icon';
import { ContentLink } from '../../shared/links';
import { HomeSection } from './home-sections';
import classes from './home.module.css';

interface BookmarkedContentProps {
  items: readonly BookmarkItemResponse[];
  /** The number of all bookmarks, including those not shown. */
  total: number;
}

/** The latest bookmarks, with a link to all. */
export default function BookmarkedContent({ items, total }: BookmarkedContentProps) {
  return (
    <HomeSection
      title={text.bookmarks}
      moreLink={total > 0 && <Link to="/user/bookmarks">{text.allBookmarks(abbreviate(total))}</Link>}
    >
      {items.length === 0 ? (
        <p className={classes.nothing}>{text.noBookmarks}</p>
      ) : (
        <ul className={classes.bookmarks}>
          {items.map(({ id, content, bookmarked_at }) => (
            <li key={id} className={classes.bookmark} style={getCategoryColour(content.category?.color)}>
              <span className={classes.categoryIcon}>
                <CategoryIcon icon={content.category?.icon} size={20} />
              </span>
              <div className={classes.bookmarkText}>
                <h3 className={classes.bookmarkTitle}>
                  <ContentLink content={content} className={classes.bookmarkLink} />
                </h3>
                <p className={classes.bookmarkNote}>
                  {content.category && <span>{content.category.title}</span>}
                  <time dateTime={bookmarked_at}>{bookmarks.bookmarked(formatDate(bookmarked_at))}</time>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
