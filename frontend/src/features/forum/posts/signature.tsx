import { useMemo } from 'react';
import { createElement, createText, type HastNode } from '@hub/shared/markdown/hast';
import { adjustCommentTree } from '../../comments/comment-markdown';
import { Markdown } from '../../markdown/markdown';
import classes from './post.module.css';

/**
 * Makes a text small: links in place of images, no headings, and no cards, which only paragraphs become. Line ends are
 * line breaks, as in all signatures when they were plain text.
 */
function shrink(node: HastNode, isInLink = false): void {
  const { tagName = '', properties = {}, children = [] } = node;
  if (tagName === 'img') {
    const { src, alt } = properties;
    node.tagName = isInLink ? 'span' : 'a';
    node.properties = isInLink ? {} : { href: src };
    node.children = [createText(String(alt || src))];
  } else if (tagName === 'p') {
    node.tagName = 'div';
    node.properties = { dataLines: true };
  } else if (/^h[1-6]$/.test(tagName)) {
    node.tagName = 'div';
    node.properties = {};
    node.children = [createElement('strong', {}, children)];
  }
  for (const [index, child] of children.entries()) {
    // It would be a second line break.
    if (children[index - 1]?.tagName === 'br' && child.value?.startsWith('\n')) child.value = child.value.slice(1);
    shrink(child, isInLink || tagName === 'a');
  }
}

interface SignatureProps {
  text: string;
  /** Makes the ids of the text unique on the page. */
  idPrefix: string;
}

/** A signature mentions nobody: names in it stay text. */
export function Signature({ text, idPrefix }: SignatureProps) {
  const adjust = useMemo(
    () => (tree: HastNode) => {
      adjustCommentTree(tree, { id: idPrefix, mentions: [] });
      shrink(tree);
    },
    [idPrefix],
  );
  return (
    <div className={classes.signature}>
      <Markdown text={text} adjust={adjust} isComment rawHtml="text" />
    </div>
  );
}
