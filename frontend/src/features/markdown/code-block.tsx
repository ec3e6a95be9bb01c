import { IconCheck, IconCopy } from '@tabler/icons-react';
import { getText } from '@hub/shared/markdown/hast';
import type { ComponentPropsWithoutRef } from 'react';
import { messages } from '../../messages/common';
import { Diagram } from './diagram';
import { Formula } from './formula';
import { getCodeLanguage, getMathKind, type NodeProps } from './hast';
import classes from './markdown.module.css';

/** A formula or a diagram, or code with its language, as the author wrote it, and a button that copies it. */
export function CodeBlock({ node, ...rest }: ComponentPropsWithoutRef<'pre'> & NodeProps) {
  const code = node?.children?.[0];
  if (code && getMathKind(code)) {
    return (
      <div className={classes.formula} role="group" aria-label={messages.markdown.formula} tabIndex={0}>
        <Formula source={getText(code).trim()} kind="display" />
      </div>
    );
  }
  const language = getCodeLanguage(code);
  const block = (
    <div className={classes.code}>
      <div className={classes.codeHead}>
        <span className={classes.language}>{language}</span>
        <button type="button" className={classes.copy} aria-label={messages.markdown.copyCode}>
          <IconCheck size={16} aria-hidden="true" />
          <IconCopy size={16} aria-hidden="true" />
          <span aria-live="polite">{messages.markdown.copy}</span>
        </button>
      </div>
      <pre {...rest} tabIndex={0} />
    </div>
  );
  return language === 'mermaid' && code ? <Diagram source={getText(code)}>{block}</Diagram> : block;
}
