import {
  type Icon,
  IconAlertCircle,
  IconAlertOctagon,
  IconAlertTriangle,
  IconBulb,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import { messages } from '../../messages/common';
import { type CalloutKind, calloutKinds } from '@hub/shared/markdown/callouts';
import type { NodeProps } from './hast';
import classes from './markdown.module.css';

const icons: Record<CalloutKind, Icon> = {
  note: IconInfoCircle,
  info: IconInfoCircle,
  tip: IconBulb,
  success: IconCircleCheck,
  important: IconAlertCircle,
  warning: IconAlertTriangle,
  caution: IconAlertOctagon,
  danger: IconAlertOctagon,
};

/** A quote, or a callout: a note beside the text. Its kind is its title unless the author wrote another. */
export function MarkdownQuote({ node, children, ...rest }: ComponentPropsWithoutRef<'blockquote'> & NodeProps) {
  const kind = calloutKinds.find((each) => each === node?.properties?.['dataCallout']);
  if (!kind) return <blockquote {...rest}>{children}</blockquote>;
  const hasTitle = node?.children?.some(({ properties = {} }) => 'dataCalloutTitle' in properties);
  const Icon = icons[kind];
  return (
    <div role="note" aria-label={messages.markdown.callouts[kind]} className={classes.callout} data-callout={kind}>
      <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.calloutIcon} />
      {!hasTitle && <p data-callout-title="">{messages.markdown.callouts[kind]}</p>}
      {children}
    </div>
  );
}
