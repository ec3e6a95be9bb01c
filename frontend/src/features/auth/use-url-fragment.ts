import { useEffect, useState } from 'react';

/**
 * Returns the URL fragment as of opening and removes it from the URL: it contains one-time secrets that must not get
 * into the history or bookmarks. Listens to changes too, because pasting a full link over the same page's URL triggers
 * no page load.
 */
export function useUrlFragment(): URLSearchParams {
  const [fragment, setFragment] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useEffect(() => {
    const take = () => {
      const { hash, pathname } = window.location;
      if (!hash) return;
      setFragment(new URLSearchParams(hash.slice(1)));
      window.history.replaceState(window.history.state, '', pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => {
      window.removeEventListener('hashchange', take);
    };
  }, []);
  return fragment;
}
