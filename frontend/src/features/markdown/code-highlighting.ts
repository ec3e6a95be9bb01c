import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { getText, type HastNode } from '@hub/shared/markdown/hast';
import { getCodeLanguage } from './hast';

// The languages common in guides. lowlight's default set has 37 languages, as large as the whole markdown pipeline.
const lowlight = createLowlight({
  bash, css, diff, dockerfile, go, ini, java, javascript, json, python, rust, sql, typescript, xml, yaml,
}); // prettier-ignore

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
