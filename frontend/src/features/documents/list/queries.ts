import type { ListDocumentsParams } from '../../../api/generated/model/listDocumentsParams';
import { getListDocumentsUrl } from '../../../api/generated/reading/reading';
import { createListQuery } from '../../../shared/content-list/list-query';
import { createListSearch } from '../../../shared/content-list/list-search';
import { DOCUMENTS_KEY } from '../../../shared/content/document-cache';
import { STATUSES } from '../../../shared/content/enums';

export const documentsSearch = createListSearch(STATUSES);

export const documentsQuery = createListQuery(DOCUMENTS_KEY, (params) =>
  getListDocumentsUrl(params as ListDocumentsParams),
);
