import type { ListVideosParams } from '../../../api/generated/model/listVideosParams';
import { getListVideosUrl } from '../../../api/generated/videos/videos';
import { createListQuery } from '../../../shared/content-list/list-query';
import { VIDEOS_KEY } from '../../../shared/content/video-cache';

export const videosQuery = createListQuery(VIDEOS_KEY, (params) => getListVideosUrl(params as ListVideosParams));
