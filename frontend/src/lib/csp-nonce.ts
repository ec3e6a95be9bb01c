import { pageMeta } from './page-meta';

/** What lets a style sheet made at run time pass the page's content security policy. */
export const cspNonce = pageMeta('csp-nonce');
