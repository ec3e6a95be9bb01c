import { useEffect, useState } from 'react';

/**
 * What stands behind the # of the address, as it was at opening, and takes it out of the address: these are secrets that
 * work once, and belong into neither the history nor a bookmark.
 */
export function useFragment(): URLSearchParams {
  const [fragment] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return fragment;
}
