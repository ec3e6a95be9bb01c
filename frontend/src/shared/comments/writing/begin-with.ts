import type { Kept } from '../../../lib/kept-text';

export interface Beginning {
  content: string;
  /** A text that was typed before: it stands in the form, or beside it where the stored text has changed since. */
  found?: { text: string; typedAt: number; isAside: boolean };
}

/** What a form begins with: a kept text never takes the place of one that is newer than what it was made of. */
export function beginWith(kept: Kept | null, stored: string, basis?: string): Beginning {
  if (!kept || kept.text === stored) return { content: stored };
  const isAside = kept.basis !== basis;
  return { content: isAside ? stored : kept.text, found: { text: kept.text, typedAt: kept.typedAt, isAside } };
}
