export { ForumModule } from './forum.module.js';
export { ForumCategory } from './categories/forum-category.entity.js';
export { ForumCategoriesService } from './categories/forum-categories.service.js';
export { PostsService } from './posts/posts.service.js';
export { ThreadsService } from './threads/threads.service.js';
export { postCreated, postDeleted, postEdited, threadCreated, threadDeleted, threadSolved } from './forum.events.js';
export { type SeededPost, type SeededThread, ThreadSeed } from './seed/thread-seed.js';
