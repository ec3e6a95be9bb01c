import { Link } from '@tanstack/react-router';
import type { ContentSummaryResponse } from '../../api/generated/model/contentSummaryResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { home as text } from '../../messages/en-home';
import { CardGrid } from '../../shared/content/card-grid';
import { ContentCard } from '../../shared/content/content-card';
import { HomeSection } from './home-section';
import classes from './home.module.css';

export function RecentDocuments({ documents }: { documents: readonly DocumentSummaryResponse[] }) {
  return (
    <HomeSection title={text.recent} moreLink={<Link to="/docs">{text.allDocuments}</Link>}>
      {documents.length === 0 ? (
        <p className={classes.nothing}>{text.noDocuments}</p>
      ) : (
        <CardGrid>
          {documents.map((document) => (
            <ContentCard key={document.id} content={document} />
          ))}
        </CardGrid>
      )}
    </HomeSection>
  );
}

/** Renders nothing if there are no videos. */
export function RecentVideos({ videos }: { videos: readonly ContentSummaryResponse[] }) {
  if (videos.length === 0) return null;
  return (
    <HomeSection title={text.recentVideos}>
      <CardGrid>
        {videos.map((video) => (
          <ContentCard key={video.id} content={video} />
        ))}
      </CardGrid>
    </HomeSection>
  );
}
