import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isChunkLoadError } from '../lib/browser';

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

/** Renders its content once it is near the viewport, so that readers of a long text do not request what is below it. */
export function LazyOnVisible({
  isForced,
  className,
  children,
}: {
  isForced: boolean;
  className?: string;
  children: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(isForced);
  if (isForced && !wasNear) setNear(true);
  useEffect(() => {
    const element = container.current;
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
  }, [wasNear]);
  return (
    <div ref={container} className={className}>
      {wasNear && children}
    </div>
  );
}
