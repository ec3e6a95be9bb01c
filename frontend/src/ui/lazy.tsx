import { useHydrated } from '@tanstack/react-router';
import { Component, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { isChunkLoadError } from '../lib/browser';
import { isServer } from '../lib/is-server';

interface LazyBoundaryProps {
  /** Shown while the content loads. */
  fallback?: ReactNode;
  /** Shown when the chunk cannot be loaded: the server is away or has a newer version. */
  errorFallback?: ReactNode;
  children: ReactNode;
}

/** Suspense and error boundary of a lazily loaded part. A failed load does not affect the surrounding page. */
export class LazyBoundary extends Component<LazyBoundaryProps, { error?: Error }> {
  static getDerivedStateFromError = (error: Error) => ({ error });

  override state: { error?: Error } = {};

  override render() {
    const { fallback, errorFallback, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    // Other errors belong to the error boundary of the screen.
    if (!isChunkLoadError(error)) throw error;
    return errorFallback;
  }
}

/** About one screen ahead, so that the content has loaded before it is scrolled into view. */
const ROOT_MARGIN = '600px 0px';

function createArrival() {
  let resolve: () => void;
  const arrived = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return {
    arrived,
    arrive: () => {
      resolve();
    },
  };
}

/** Until then, the browser leaves the HTML of the server as it is, and loads no code for it. */
function AfterArrival({ arrived, children }: { arrived: Promise<void>; children: ReactNode }) {
  if (!isServer) use(arrived);
  return children;
}

/**
 * Renders its content once it is near the viewport, so that readers of a long text do not request what is below it. The
 * server renders it at once. That part takes no new properties, because an update would replace HTML that the browser
 * has not taken over yet; so it has a `key` where it is about something else.
 */
export function LazyOnVisible({
  isForced,
  isGuest,
  className,
  children,
}: {
  isForced: boolean;
  /** The server renders for guests. */
  isGuest: boolean;
  className?: string;
  children: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(isForced);
  const isHydrated = useHydrated();
  const [{ arrived, arrive }] = useState(createArrival);
  const [serverPart, setServerPart] = useState(() =>
    isHydrated ? undefined : (
      <Suspense>
        <AfterArrival arrived={arrived}>{children}</AfterArrival>
      </Suspense>
    ),
  );
  if (isForced && !wasNear) setNear(true);
  // The reader has signed in, and will see other data.
  if (serverPart && !isGuest && !wasNear) setServerPart(undefined);
  useEffect(() => {
    const element = container.current;
    if (wasNear) arrive();
    if (wasNear || !element) return;
    const watching = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setNear(true);
      },
      { rootMargin: ROOT_MARGIN },
    );
    watching.observe(element);
    return () => {
      watching.disconnect();
    };
  }, [wasNear, arrive]);
  return (
    <div ref={container} className={className}>
      {serverPart ?? (wasNear && children)}
    </div>
  );
}
