export { ForumCategoriesService } from './categories/forum-categories.service.js';
export { seededForumTables } from './seed/bulk-tables.js';
export { type SeededStats, seedThreads } from './seed/thread-bulk-seed.js';
export { DemoThreadsSeeder, type SeededThread } from './seed/demo-threads.seeder.js';
