import { readPageMeta } from './page-meta';

/** The nonce that style sheets created at run time need to pass the content security policy. */
export const cspNonce = readPageMeta('csp-nonce');
