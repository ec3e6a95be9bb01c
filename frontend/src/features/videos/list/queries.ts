import type { ListVideosParams } from '../../../api/generated/model/listVideosParams';
import { VideoFilterStatus } from '../../../api/generated/model/videoFilterStatus';
import { getListVideosUrl } from '../../../api/generated/videos/videos';
import { createListQuery } from '../../../shared/content-list/list-query';
import { createListSearch } from '../../../shared/content-list/list-search';
import { SOURCE_TYPES } from '../../../shared/content/enums';
import { VIDEOS_KEY } from '../../../shared/content/video-cache';

export const STATUSES = Object.values(VideoFilterStatus);

export const videosSearch = createListSearch(STATUSES, SOURCE_TYPES);

export const videosQuery = createListQuery(VIDEOS_KEY, (params) => getListVideosUrl(params as ListVideosParams));
