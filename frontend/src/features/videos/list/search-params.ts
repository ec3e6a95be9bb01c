import { VideoFilterStatus } from '../../../api/generated/model/videoFilterStatus';
import { createListSearch } from '../../../shared/content-list/list-search';
import { SOURCE_TYPES } from '../../../shared/content/enums';

export const STATUSES = Object.values(VideoFilterStatus);

export const videosSearch = createListSearch(STATUSES, SOURCE_TYPES);
