import { useEffect } from 'react';
import { formatPageTitle } from '@hub/shared/pages';
import { messages } from '../messages/common';
import { readPageMeta } from './page-meta';
import { useSiteSettings } from './site-settings';

/** The nonce that style sheets created at run time need to pass the content security policy. */
export const cspNonce = readPageMeta('csp-nonce');

/** The configured name of the hub. */
export const useSiteName = (): string => useSiteSettings().name || readPageMeta('hub-site-name') || messages.app.name;

/** Sets the document title to the format of the server's HTML; without a title it is the hub's name. */
export function usePageTitle(title?: string): void {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = title ? formatPageTitle(title, siteName) : siteName;
  }, [title, siteName]);
}
