import { preloadable } from '../ui/preloadable';

/** Below what is read first on the home page. */
export const RecentThreads = preloadable(async () => (await import('../features/forum/home/recent-threads')).default);
