import { pageMeta } from '../lib/page-meta';

/** The address of the API without a slash at its end, or '' when nobody configured one. The page's own word wins over the build's. */
export const apiUrl: string = (pageMeta('hub-api-url') || import.meta.env.VITE_API_URL || '').replace(/\/+$/, '');
