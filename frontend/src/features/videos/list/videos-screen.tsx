import { IconVideo } from '@tabler/icons-react';
import { messages } from '../../../messages/common';
import { videosList } from '../../../messages/videos';
import type { ListKind } from '../../../shared/content-list/list-kind';
import { ListScreen } from '../../../shared/content-list/list-screen';
import type { ListSearch } from '../../../shared/content-list/list-search';
import { videosQuery } from './queries';
import { STATUSES } from './search-params';

const kind: ListKind = {
  type: 'video',
  texts: videosList,
  path: '/videos',
  createPath: '/videos/create',
  icon: <IconVideo size={24} />,
  statuses: STATUSES,
  hasSourceTypes: true,
  query: videosQuery,
};

export function VideosScreen({ search }: { search: ListSearch }) {
  return <ListScreen kind={kind} search={search} pageTitle={messages.nav.videos} />;
}
