import { VideoStatus } from '../../../api/generated/model/videoStatus';
import { createListSearch } from '../../../shared/content-list/list-search';
import { SOURCE_TYPES } from '../../../shared/content/enums';

export const STATUSES = Object.values(VideoStatus);

export const videosSearch = createListSearch(STATUSES, SOURCE_TYPES);
