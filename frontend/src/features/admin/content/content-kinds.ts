import type { DeleteDocumentParams } from '../../../api/generated/model/deleteDocumentParams';
import { DocumentStatus } from '../../../api/generated/model/documentStatus';
import type { ContentKind } from '../../../api/generated/model/contentKind';
import type { ContentStatus } from '../../../api/generated/model/contentStatus';
import { VideoStatus } from '../../../api/generated/model/videoStatus';
import { deleteDocument, setDocumentStatus } from '../../../api/generated/documents-writing/documents-writing';
import { getListDocumentsUrl } from '../../../api/generated/reading/reading';
import { getListVideosUrl } from '../../../api/generated/videos/videos';
import { deleteVideo, setVideoStatus } from '../../../api/generated/videos-writing/videos-writing';
import { adminContent } from '../../../messages/admin-content';
import { videoActions } from '../../../messages/videos';
import { writing } from '../../../messages/writing';
import { documentQuery, DOCUMENTS_KEY, refreshDocumentLists } from '../../../shared/content/document-cache';
import { refreshVideoLists, VIDEOS_KEY, videoQuery } from '../../../shared/content/video-cache';
import { filterStatuses } from './search-params';

/** What distinguishes the administration of one kind of items from the other. */
export const contentKinds = {
  documents: {
    type: 'document' as ContentKind,
    texts: { ...adminContent.documents, remove: { ...writing.actions, confirmDelete: adminContent.confirmDelete } },
    /** The statuses that can be set. */
    statuses: Object.values(DocumentStatus) as ContentStatus[],
    filterStatuses: filterStatuses.documents,
    listKey: DOCUMENTS_KEY,
    getListUrl: (params: object) => getListDocumentsUrl(params),
    detailKey: (id: string) => documentQuery(id).queryKey,
    setStatus: (id: string, status: ContentStatus) => setDocumentStatus(id, { status: status as DocumentStatus }),
    remove: (id: string, params?: DeleteDocumentParams) => deleteDocument(id, params),
    refresh: refreshDocumentLists,
    createPath: '/docs/create',
    viewPath: '/docs/$id',
  },
  videos: {
    type: 'video' as ContentKind,
    texts: { ...adminContent.videos, remove: { ...videoActions, confirmDelete: adminContent.confirmDelete } },
    statuses: Object.values(VideoStatus) as ContentStatus[],
    filterStatuses: filterStatuses.videos,
    listKey: VIDEOS_KEY,
    getListUrl: (params: object) => getListVideosUrl(params),
    detailKey: (id: string) => videoQuery(id).queryKey,
    setStatus: (id: string, status: ContentStatus) => setVideoStatus(id, { status: status as VideoStatus }),
    remove: (id: string, params?: DeleteDocumentParams) => deleteVideo(id, params),
    refresh: refreshVideoLists,
    createPath: '/videos/create',
    viewPath: '/videos/$id',
  },
} as const;
