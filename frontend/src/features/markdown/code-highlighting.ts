import { getText, type HastNode } from '@hub/shared/markdown/hast';
import { lowlight } from '../../shared/code-highlighting/lowlight';
import { getCodeLanguage } from './hast';

function highlightNode(node: HastNode, parent: HastNode): void {
  if (node.tagName === 'code' && parent.tagName === 'pre') {
    const language = getCodeLanguage(node);
    if (language && lowlight.registered(language)) {
      node.children = lowlight.highlight(language, getText(node)).children;
    }
    return;
  }
  for (const child of node.children ?? []) highlightNode(child, node);
}

/** Highlights fenced code blocks with a known language. */
export function highlightCode(tree: HastNode): void {
  highlightNode(tree, tree);
}
