import type { ListVideosParams } from '../../../api/generated/model/listVideosParams';
import { VideoStatus } from '../../../api/generated/model/videoStatus';
import { getListVideosUrl } from '../../../api/generated/videos/videos';
import { createListQuery } from '../../../shared/content-list/list-query';
import { createListSearch } from '../../../shared/content-list/list-search';
import { SOURCE_TYPES } from '../../../shared/content/enums';
import { VIDEOS_KEY } from '../../../shared/videos/video-cache';

export const STATUSES = Object.values(VideoStatus);

export const videosSearch = createListSearch(STATUSES, SOURCE_TYPES);

export const videosQuery = createListQuery(VIDEOS_KEY, (params) => getListVideosUrl(params as ListVideosParams));
