import { TooManyTokens } from '../../markdown/token-limit.js';
import { type OutlineTask, outlineOf, type TextOutline } from './text-outline.js';

/**
 * Runs in the worker thread of TextOutlines.
 * @returns null for a text that would take too much memory
 */
export default function parse(task: OutlineTask | ''): TextOutline | null {
  if (task === '') return null;
  try {
    return outlineOf(task) ?? null;
  } catch (error) {
    if (error instanceof TooManyTokens) return null;
    throw error;
  }
}
