import type { Completion } from '@codemirror/autocomplete';
import type { Icon } from '@tabler/icons-react';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import type { CompletionItem } from './completion-item';

const drawn = new Map<Icon, Node>();
let root: { element: HTMLElement; root: Root } | undefined;

/** Draws the icon of a React component for use outside of React. */
function drawIcon(icon: Icon): Node | undefined {
  if (!drawn.has(icon)) {
    const element = root?.element ?? document.createElement('span');
    root ??= { element, root: createRoot(element) };
    const { root: reactRoot } = root;
    flushSync(() => {
      reactRoot.render(createElement(icon, { size: 20, stroke: 1.75, 'aria-hidden': true }));
    });
    const svg = element.firstChild?.cloneNode(true);
    if (svg) drawn.set(icon, svg);
  }
  return drawn.get(icon)?.cloneNode(true);
}

/** The icon at the start of a suggestion. */
export function createOptionIcon({ icon, character }: Completion & CompletionItem): Node | null {
  if (!icon && character === undefined) return null;
  const element = document.createElement('span');
  element.className = 'cm-completion-symbol';
  element.setAttribute('aria-hidden', 'true');
  element.append((icon && drawIcon(icon)) ?? character ?? '');
  return element;
}
