export { ForumModule, forumTables } from './forum.module.js';
export { type ActiveThread, type ForumCaption, ForumFacade } from './forum.facade.js';
export type { ForumContribution } from './authors/forum-contributions.queries.js';
export { type DemoThread, DemoThreadsService } from './threads/demo-threads.service.js';
export { postPath, threadPath } from './shared/forum-limits.js';
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
