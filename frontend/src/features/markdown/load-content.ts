import { isHydrating } from '../../lib/hydration';
import { isServer } from '../../lib/is-server';
import type { MarkdownContent } from './markdown-content';

let loaded: typeof MarkdownContent | undefined;

/** The component with the parser, once it is loaded; React's `lazy` would first render a fallback. */
export const getLoadedContent = (): typeof MarkdownContent | undefined => loaded;

/** Loads the parser and the components of texts. A page whose text is the server's HTML does not need them. */
export async function loadContent(): Promise<{ default: typeof MarkdownContent }> {
  ({ MarkdownContent: loaded } = await import('./markdown-content'));
  return { default: loaded };
}

/** For loaders of screens with texts, so that these appear with the screen. */
export async function preloadContent(): Promise<void> {
  if (isServer || isHydrating()) return;
  // The screen tries again.
  await loadContent().catch(() => undefined);
}
