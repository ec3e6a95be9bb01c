import { readPageMeta } from '../lib/page-meta';

/**
 * The API's base URL without a trailing slash, or '' if it is not configured. The page's meta tag takes precedence over
 * the build's variable.
 */
export const apiUrl: string = (readPageMeta('hub-api-url') || import.meta.env.VITE_API_URL || '').replace(/\/+$/, '');
