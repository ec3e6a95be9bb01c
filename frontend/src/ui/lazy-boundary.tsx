import { Component, Suspense, type ReactNode } from 'react';
import { isChunkLoadError } from '../lib/chunk-load-error';

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
