import ReactMarkdown, { type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import { CodeBlock } from './code-block';
import classes from './markdown.module.css';
import { MarkdownCheckbox, MarkdownHeading, MarkdownImage, MarkdownLink, MarkdownTable } from './elements';
import { rehypeHeadings } from './rehype-headings';
import { remarkGfmReading } from './remark-gfm-reading';
import { safeUrl, schema } from './schema';
import { useHighlighter } from './use-highlighter';

const components: Options['components'] = {
  a: MarkdownLink,
  img: MarkdownImage,
  input: MarkdownCheckbox,
  table: MarkdownTable,
  pre: CodeBlock,
  h2: MarkdownHeading('h2'),
  h3: MarkdownHeading('h3'),
  h4: MarkdownHeading('h4'),
};

/** What people write, as React elements; HTML in it is dropped. */
export function Markdown({ text }: { text: string }) {
  const highlighter = useHighlighter(text);
  return (
    <div className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfmReading]}
        rehypePlugins={[[rehypeSanitize, schema], rehypeHeadings, ...highlighter]}
        components={components}
        urlTransform={safeUrl}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
