import { IconFileText, IconMessage, IconMessages, IconUser, IconVideo, type Icon } from '@tabler/icons-react';
import type { SearchType } from '../../api/generated/model/searchType';

export const iconsByType: Record<SearchType, Icon> = {
  document: IconFileText,
  video: IconVideo,
  thread: IconMessages,
  post: IconMessage,
  user: IconUser,
};
