import { lazy, Suspense } from 'react';
import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import { components } from './components';
import { isDemanding } from './demanding';
import classes from './markdown.module.css';
import { rehypeHeadings } from './rehype-headings';
import { remarkGfmReading } from './remark-gfm-reading';
import { safeUrl, schema } from './schema';
import { useHighlighter } from './use-highlighter';

const LongMarkdown = lazy(() => import('./long-markdown'));

function ShortMarkdown({ text }: { text: string }) {
  const highlighter = useHighlighter(text);
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfmReading]}
      rehypePlugins={[[rehypeSanitize, schema], rehypeHeadings, ...highlighter]}
      components={components}
      urlTransform={safeUrl}
    >
      {text}
    </ReactMarkdown>
  );
}

/** What people write, as React elements; HTML in it is dropped. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      {isDemanding(text) ? (
        <Suspense>
          <LongMarkdown text={text} />
        </Suspense>
      ) : (
        <ShortMarkdown text={text} />
      )}
    </div>
  );
}
