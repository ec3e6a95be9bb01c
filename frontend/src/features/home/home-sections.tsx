import { Link } from '@tanstack/react-router';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import type { ContentSummaryResponse } from '../../api/generated/model/contentSummaryResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { home as text } from '../../messages/home';
import { CategoryLinks } from '../../shared/categories/category-links';
import { CardGrid } from '../../shared/content/card-grid';
import { ContentCard } from '../../shared/content/content-card';
import { Section } from '../../ui/section';

/** Links to the categories that have content; renders nothing if there are none. */
export function HomeCategories({ categories }: { categories: readonly CategoryResponse[] }) {
  if (categories.length === 0) return null;
  return (
    <Section title={text.categories}>
      <CategoryLinks categories={categories} showsParents />
    </Section>
  );
}

/** Renders nothing if there are no documents. */
export function RecentDocuments({ documents }: { documents: readonly DocumentSummaryResponse[] }) {
  if (documents.length === 0) return null;
  return (
    <Section title={text.recent} moreLink={<Link to="/docs">{text.allDocuments}</Link>}>
      <CardGrid>
        {documents.map((document) => (
          <ContentCard key={document.id} content={document} />
        ))}
      </CardGrid>
    </Section>
  );
}

/** Renders nothing if there are no videos. */
export function RecentVideos({ videos }: { videos: readonly ContentSummaryResponse[] }) {
  if (videos.length === 0) return null;
  return (
    <Section title={text.recentVideos} moreLink={<Link to="/videos">{text.allVideos}</Link>}>
      <CardGrid>
        {videos.map((video) => (
          <ContentCard key={video.id} content={video} />
        ))}
      </CardGrid>
    </Section>
  );
}
