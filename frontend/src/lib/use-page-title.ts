import { useEffect } from 'react';
import { messages } from '../messages/en';

/** Names the page in the tab; without a name the product stands there alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? messages.app.pageTitle(title) : messages.app.name;
  }, [title]);
}
