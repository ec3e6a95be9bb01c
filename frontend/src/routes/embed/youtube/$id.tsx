import { createFileRoute } from '@tanstack/react-router';
import { YouTubeEmbedScreen } from '../../../features/videos/embed/youtube-embed-screen';
import { createSearchParser, textParam } from '../../../lib/search-params';
import { parseUrlTime } from '../../../lib/time';

export const Route = createFileRoute('/embed/youtube/$id')({
  validateSearch: createSearchParser({ t: textParam, title: textParam, poster: textParam }),
  component: YouTubeEmbed,
});

function YouTubeEmbed() {
  const { t, title, poster } = Route.useSearch();
  const { id } = Route.useParams();
  return <YouTubeEmbedScreen embedId={id} title={title} poster={poster} start={parseUrlTime(t) ?? 0} />;
}
