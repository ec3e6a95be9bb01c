import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { SharedPageScreen } from '../../features/shared-page/shared-page-screen';
import { createSearchParser, textParam } from '../../lib/search-params';

const SharedDocument = lazy(() => import('../../features/documents/shared/shared-document'));
const SharedVideo = lazy(() => import('../../features/videos/shared/shared-video'));

export const Route = createFileRoute('/s/$token')({
  /** The id of a page below the item of the link. */
  validateSearch: createSearchParser({ page: textParam }),
  component: SharedPage,
});

function SharedPage() {
  const { token } = Route.useParams();
  const { page } = Route.useSearch();
  return (
    <SharedPageScreen
      key={`${token} ${page ?? ''}`}
      token={token}
      page={page}
      render={(item, navigation) =>
        item.video ? (
          <SharedVideo item={item} video={item.video} navigation={navigation} />
        ) : (
          <SharedDocument item={item} navigation={navigation} />
        )
      }
    />
  );
}
