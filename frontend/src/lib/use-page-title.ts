import { useEffect } from 'react';
import { messages } from '../messages/en';
import { siteName } from './site-name';

/** Names the page in the tab as the server does in the HTML; without a name the hub stands there alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? messages.app.pageTitle(title, siteName) : siteName;
  }, [title]);
}
