import { VideoState } from '../../../api/generated/model/videoState';
import { createListSearch } from '../../../shared/content-list/list-search';
import { SOURCE_TYPES } from '../../../shared/content/enums';

export const STATUSES = Object.values(VideoState);

export const videosSearch = createListSearch(STATUSES, SOURCE_TYPES);
