import { useEffect, useState } from 'react';

/**
 * What stands behind the # of the address, as it was at opening, and takes it out of the address: these are secrets that
 * work once, and belong into neither the history nor a bookmark. Who pastes the whole link over the address of this very
 * screen loads nothing anew, so that is listened to as well.
 */
export function useFragment(): URLSearchParams {
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
