import type { PersistedText } from '../../../lib/persisted-text';

export interface InitialContent {
  content: string;
  /** An unsent draft: restored into the form, or offered separately if the stored text has changed since. */
  draft?: { text: string; typedAt: number; isOutdated: boolean };
}

/**
 * The initial content of a form: a draft never replaces a stored text that is newer than the one the draft is based on.
 */
export function getInitialContent(persisted: PersistedText | null, stored: string, basis?: string): InitialContent {
  if (!persisted || persisted.text === stored) return { content: stored };
  const isOutdated = persisted.baseVersion !== basis;
  return {
    content: isOutdated ? stored : persisted.text,
    draft: { text: persisted.text, typedAt: persisted.typedAt, isOutdated },
  };
}
