import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, useRef, useState } from 'react';
import { copyText } from '../../lib/browser';
import { messages } from '../../messages/common';
import { getCodeLanguage, type NodeProps } from './hast';
import classes from './markdown.module.css';

const COPIED_FEEDBACK_MS = 1500;

/** A code block with its language as the author wrote it, and a button that copies it. */
export function CodeBlock({ node, ...rest }: ComponentPropsWithoutRef<'pre'> & NodeProps) {
  const pre = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const language = getCodeLanguage(node?.children?.[0]);

  const copy = async () => {
    if (!(await copyText(pre.current?.innerText ?? ''))) return;
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
    }, COPIED_FEEDBACK_MS);
  };

  return (
    <div className={classes.code}>
      <div className={classes.codeHead}>
        <span className={classes.language}>{language}</span>
        <button
          type="button"
          className={classes.copy}
          aria-label={messages.markdown.copyCode}
          onClick={() => void copy()}
        >
          {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
          <span aria-live="polite">{copied ? messages.markdown.copied : messages.markdown.copy}</span>
        </button>
      </div>
      <pre {...rest} ref={pre} tabIndex={0} />
    </div>
  );
}
