export { contentTables } from './content.tables.js';
export { ContentModule } from './content.module.js';
export { ContentFacade } from './content.facade.js';
export { ContentInsightsFacade } from './insights/content-insights.facade.js';
export type { ItemInsight } from './insights/content-insights.facade.js';
export { CategoriesQueries } from './categories/categories.queries.js';
export { CategoriesService } from './categories/categories.service.js';
export {
  buildCategory,
  categoryFields,
  type CategoryFields,
  type CategoryRow,
  editCategory,
  selectCategory,
  toCategoryFields,
} from './categories/category-tree.js';
export { CategoryTree, inTreeOrder, rejectDuplicateName } from './categories/category-tree.js';
export {
  CategoryAbilities,
  CategoryAccessRequest,
  CategoryAccessResponse,
  CategoryFieldsRequest,
  MoveReadersRequest,
  ReaderChangesResponse,
  RuleReadersRequest,
  CategoryResponse,
  DEFAULT_COLOR,
} from './categories/categories.dto.js';
export { type DemoItem, DemoItemsService } from './items/demo-items.service.js';
export { editsNeedReview } from './items/review.settings.js';
export { videosNeedReview } from './items/review.settings.js';
export type {
  ImportedDocument,
  ImportOptions,
  ImportOutcome,
  ImportProgress,
} from './documents/transfer/document-importer.js';
export { VERSION_MAX } from './items/item-fields.dto.js';
export { EXCERPT_START, OWN_WORDS_START, ownWordsExcerpt, plainExcerpt } from './markdown/plain-excerpt.js';
export { type StoredView, ViewCounter, type ViewListener } from './views/view-counter.js';
export { CurrentViewer, type Viewer, getViewer } from './views/viewer.js';
export { commentPath } from './items/items.queries.js';
export {
  type ContentKind,
  contentKinds,
  contentStatuses,
  type DocumentStatus,
  type VideoState,
  visibilities,
} from './audience/audience.js';
export { parseMarkdownFile } from './documents/transfer/markdown-file.js';
export type { SourceEntry, SourceTree } from './documents/transfer/source-tree.js';
export { FolderTree } from './documents/transfer/folder-tree.js';
export { SearchIndexService } from './search/search-index.service.js';
export { SimilarItemsQueries } from './search/similar-items.queries.js';
export { computeBoost, type SearchEntry, type SearchType } from './search/search-index.service.js';
export {
  hasCurrentEntry,
  type SearchSource,
  SearchSourceRegistry,
  type UnindexedItems,
} from './search/search-source-registry.js';
export { createIndexCheck } from './search/search-source-registry.js';
export {
  getMentions,
  type PreparedMarkdown,
  type ParsedSearchText,
  SearchTextParser,
} from './search/search-text-parser.js';
export type { SearchPiece } from './search/search-text.js';
export type { SearchDetails } from './search/search.dto.js';
export type { NewItem } from './home/new-items.queries.js';
export type { Contribution, VisibleCaption } from './home/contributions.queries.js';
export {
  commentCreated,
  commentDeleted,
  commentEdited,
  commentResolved,
} from './engagement/comments/comment.events.js';
export { documentReviewed, documentStatusChanged } from './items/item.events.js';
export { type VideoProcessed, videoProcessed, videoReviewed, videoStatusChanged } from './items/item.events.js';
export { itemCreated, itemDeleted, reviewClosed, type ReviewRequested, reviewRequested } from './items/item.events.js';
