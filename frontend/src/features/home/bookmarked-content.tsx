import { Link } from '@tanstack/react-router';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import { abbreviate, formatDate } from '../../lib/format';
import { bookmarks } from '../../messages/en-bookmarks';
import { home as text } from '../../messages/en-home';
import { categoryColour } from '../../shared/categories/category-colour';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { ContentLink } from '../../shared/content/content-link';
import { HomeSection } from './home-section';
import classes from './home.module.css';

interface BookmarkedContentProps {
  items: readonly BookmarkItemResponse[];
  /** How many there are, shown here or not. */
  total: number;
}

/** The latest bookmarks, and the way to all of them. */
export default function BookmarkedContent({ items, total }: BookmarkedContentProps) {
  return (
    <HomeSection
      title={text.bookmarks}
      more={total > 0 && <Link to="/user/bookmarks">{text.allBookmarks(abbreviate(total))}</Link>}
    >
      {items.length === 0 ? (
        <p className={classes.nothing}>{text.noBookmarks}</p>
      ) : (
        <ul className={classes.bookmarks}>
          {items.map(({ id, content, bookmarked_at }) => (
            <li key={id} className={classes.bookmark} style={categoryColour(content.category?.color)}>
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
