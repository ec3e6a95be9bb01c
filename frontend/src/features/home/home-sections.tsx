import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import type { ContentSummaryResponse } from '../../api/generated/model/contentSummaryResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { home as text } from '../../messages/en-home';
import { CategoryIcon, getCategoryColor } from '../../shared/categories/category-icon';
import { CardGrid } from '../../shared/content/card-grid';
import { ContentCard } from '../../shared/content/content-card';
import classes from './home.module.css';

interface HomeSectionProps {
  title: string;
  /** A link to the full list. */
  moreLink?: ReactNode;
  children: ReactNode;
}

export function HomeSection({ title, moreLink, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {moreLink}
      </div>
      {children}
    </section>
  );
}

/** Links to the categories that have content; renders nothing if there are none. */
export function CategoryLinks({ categories }: { categories: readonly CategoryResponse[] }) {
  if (categories.length === 0) return null;
  return (
    <HomeSection title={text.categories}>
      <ul className={classes.categories}>
        {categories.map((category) => (
          <li key={category.id}>
            <Link
              to="/search"
              search={{ category: category.id }}
              className={classes.category}
              style={getCategoryColor(category.color)}
            >
              <span className={classes.categoryIcon}>
                <CategoryIcon icon={category.icon} size={20} />
              </span>
              <span className={classes.categoryName}>
                {category.title}
                <span className={classes.categoryCount}>
                  {category.parent_title && <span>{text.below(category.parent_title)}</span>}
                  {text.itemCount(category.content_count)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

/** Renders nothing if there are no documents. */
export function RecentDocuments({ documents }: { documents: readonly DocumentSummaryResponse[] }) {
  if (documents.length === 0) return null;
  return (
    <HomeSection title={text.recent} moreLink={<Link to="/docs">{text.allDocuments}</Link>}>
      <CardGrid>
        {documents.map((document) => (
          <ContentCard key={document.id} content={document} />
        ))}
      </CardGrid>
    </HomeSection>
  );
}

/** Renders nothing if there are no videos. */
export function RecentVideos({ videos }: { videos: readonly ContentSummaryResponse[] }) {
  if (videos.length === 0) return null;
  return (
    <HomeSection title={text.recentVideos} moreLink={<Link to="/videos">{text.allVideos}</Link>}>
      <CardGrid>
        {videos.map((video) => (
          <ContentCard key={video.id} content={video} />
        ))}
      </CardGrid>
    </HomeSection>
  );
}
