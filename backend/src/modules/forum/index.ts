export { forumTables } from './forum.tables.js';
export { ForumModule } from './forum.module.js';
export { ForumCategoriesService } from './categories/forum-categories.service.js';
export { type ForumCaption, ForumFacade } from './forum.facade.js';
export type { ForumContribution } from './authors/forum-contributions.queries.js';
export { postPath, threadPath } from './shared/forum-limits.js';
export { PostsService } from './posts/posts.service.js';
export { ThreadsService } from './threads/threads.service.js';
export { seededForumTables } from './seed/bulk-tables.js';
export { type SeededStats, seedThreads } from './seed/thread-bulk-seed.js';
export { type SeededThreadHistory, ThreadHistory } from './seed/thread-history.js';
export { LinkSeed, type SeededLink } from './seed/link-seed.js';
export { type SeededForumCategory, type SeededPost, type SeededThread, ThreadSeed } from './seed/thread-seed.js';
export {
  postCreated,
  postDeleted,
  postEdited,
  postsMoved,
  threadCreated,
  threadDeleted,
  threadModerated,
  threadSolved,
} from './shared/forum.events.js';
