import { createFileRoute } from '@tanstack/react-router';
import { YouTubeEmbedScreen } from '../../../features/videos/embed/youtube-embed-screen';
import { createSearchParser, textParam, timeParam } from '../../../lib/search-params';

export const Route = createFileRoute('/embed/youtube/$id')({
  validateSearch: createSearchParser({ t: timeParam, title: textParam, poster: textParam }),
  component: YouTubeEmbed,
});

function YouTubeEmbed() {
  const { t = 0, title, poster } = Route.useSearch();
  return <YouTubeEmbedScreen embedId={Route.useParams().id} title={title} poster={poster} start={t} />;
}
