import type { Completion } from '@codemirror/autocomplete';
import type { Icon } from '@tabler/icons-react';

/** A suggestion with an icon, or a character in its place. */
export interface CompletionItem extends Completion {
  icon?: Icon;
  character?: string;
}
