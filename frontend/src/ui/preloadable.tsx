import { type ComponentType, lazy, useState } from 'react';

/** A part of a page in a chunk of its own, which must be inside a `LazyBoundary`. */
export type PreloadableComponent<P> = ComponentType<P> & {
  /** Loads the chunk; the component is rendered at once afterwards. */
  preload: () => Promise<unknown>;
};

/**
 * A lazy component that is part of the first render when it was preloaded. React’s own shows its fallback first, even
 * when the chunk is there, and what is below moves.
 */
export function preloadable<P extends object>(load: () => Promise<ComponentType<P>>): PreloadableComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await preload() }));
  function Preloadable(props: P) {
    // Stays the same, so that what was shown keeps its state.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}
