import { useEffect } from 'react';
import { messages } from '../messages/en';
import { siteName } from './site-name';

/** Sets the document title to the format of the server's HTML; without a title it is the hub's name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? messages.app.pageTitle(title, siteName) : siteName;
  }, [title]);
}
