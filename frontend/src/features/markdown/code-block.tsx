import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ExtraProps } from 'hast-util-to-jsx-runtime';
import { useRef, useState, type ComponentPropsWithoutRef } from 'react';
import { copyText } from '../../lib/copy-text';
import { messages } from '../../messages/en';
import classes from './markdown.module.css';

const COPIED_FEEDBACK_MS = 1500;

export function CodeBlock({ node: _node, ...rest }: ComponentPropsWithoutRef<'pre'> & ExtraProps) {
  const pre = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    if (!(await copyText(pre.current?.innerText ?? ''))) return;
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
    }, COPIED_FEEDBACK_MS);
  };

  return (
    <div className={classes.code}>
      <pre {...rest} ref={pre} tabIndex={0} />
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
  );
}
