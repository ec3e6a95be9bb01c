import { persistText, readPersistedText } from '../../../lib/persisted-text';

export interface ThreadValues extends Record<string, unknown> {
  title: string;
  tags: string[];
  content: string;
}

export const emptyThread: ThreadValues = { title: '', tags: [], content: '' };

export const isEmpty = ({ title, tags, content }: ThreadValues): boolean =>
  title.trim() === '' && content.trim() === '' && tags.length === 0;

/** Stores an unsent thread in this browser; an empty one is removed. */
export function storeThreadDraft(key: string, values: ThreadValues): void {
  persistText(key, isEmpty(values) ? '' : JSON.stringify(values));
}

const isText = (value: unknown) => typeof value === 'string';

/** Reads the unsent thread; undefined without a valid one. */
export function readThreadDraft(key: string): ThreadValues | undefined {
  const text = readPersistedText(key)?.text;
  if (!text) return undefined;
  try {
    const { title, tags, content } = JSON.parse(text) as Partial<ThreadValues>;
    if (typeof title !== 'string' || typeof content !== 'string' || !Array.isArray(tags)) return undefined;
    return { title, tags: tags.filter(isText), content };
  } catch {
    return undefined;
  }
}
