import { useEffect } from 'react';
import { messages } from '../messages/en';

/** Reads a meta tag that the server wrote into the page; '' if it is missing. */
export function readPageMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
}

/** The nonce that style sheets created at run time need to pass the content security policy. */
export const cspNonce = readPageMeta('csp-nonce');

/** The configured name of the hub. */
export const siteName = readPageMeta('hub-site-name') || messages.app.name;

/** Sets the document title to the format of the server's HTML; without a title it is the hub's name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? messages.app.pageTitle(title, siteName) : siteName;
  }, [title]);
}
