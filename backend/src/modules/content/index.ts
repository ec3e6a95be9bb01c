export { ContentModule } from './content.module.js';
export { ContentFacade } from './content.facade.js';
export {
  commentCreated,
  commentDeleted,
  commentEdited,
  documentCreated,
  documentDeleted,
  documentReviewed,
  documentStatusChanged,
} from './content.events.js';
export { Category } from './categories/category.entity.js';
export { ContentItem } from './items/content-item.entity.js';
export { DocumentRevision } from './revisions/document-revision.entity.js';
export { Document } from './documents/document.entity.js';
export type { ImportedDocument, ImportOptions, ImportOutcome } from './transfer/document-import.js';
export { commentPath } from './items/items.queries.js';
export { contentStatuses } from './items/content-summary.dto.js';
export { type DocumentStatus, visibilities } from './items/enums.js';
export { parseMarkdownFile } from './transfer/markdown-file.js';
export type { SourceEntry, SourceTree } from './transfer/source-tree.js';
export { FolderTree } from './transfer/folder-tree.js';
export { seedDocuments } from './seed/document-seed.js';
export { SearchFacade } from './search/search-facade.js';
export type { SearchEntry, SearchPiece, SearchType } from './search/search-entry.js';
export type { SearchDetails } from './search/search.dto.js';
export type { Contribution } from './items/contributions.queries.js';
