import type { Components } from 'hast-util-to-jsx-runtime';
import { CodeBlock } from './code-block';
import { MarkdownCheckbox, MarkdownHeading, MarkdownImage, MarkdownLink, MarkdownTable } from './elements';

export const components: Partial<Components> = {
  a: MarkdownLink,
  img: MarkdownImage,
  input: MarkdownCheckbox,
  table: MarkdownTable,
  pre: CodeBlock,
  h2: MarkdownHeading('h2'),
  h3: MarkdownHeading('h3'),
  h4: MarkdownHeading('h4'),
};
