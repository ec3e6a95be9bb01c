import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import { messages } from '../../messages/common';
import { getCodeLanguage, type NodeProps } from './hast';
import classes from './markdown.module.css';

/** A code block with its language as the author wrote it, and a button that copies it (`useTextActions`). */
export function CodeBlock({ node, ...rest }: ComponentPropsWithoutRef<'pre'> & NodeProps) {
  return (
    <div className={classes.code}>
      <div className={classes.codeHead}>
        <span className={classes.language}>{getCodeLanguage(node?.children?.[0])}</span>
        <button type="button" className={classes.copy} aria-label={messages.markdown.copyCode}>
          <IconCheck size={16} aria-hidden="true" />
          <IconCopy size={16} aria-hidden="true" />
          <span aria-live="polite">{messages.markdown.copy}</span>
        </button>
      </div>
      <pre {...rest} tabIndex={0} />
    </div>
  );
}
