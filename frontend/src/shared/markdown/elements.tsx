import { IconLink } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ExtraProps } from 'hast-util-to-jsx-runtime';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { isPlainClick } from '../../lib/plain-click';
import { messages } from '../../messages/en';
import classes from './markdown.module.css';
import { textOf } from './hast';
import { isOwnPath } from './safe-url';

type Props<Tag extends 'a' | 'img' | 'input' | 'table' | 'h2'> = ComponentPropsWithoutRef<Tag> & ExtraProps;

export function MarkdownLink({ node: _node, href = '', children, ...rest }: Props<'a'>) {
  const router = useRouter();
  // What the schemes forbid arrives here empty.
  if (href === '') return <>{children}</>;
  if (/^(https?:)?\/\//i.test(href)) {
    return (
      <a {...rest} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    );
  }
  const follow = (event: MouseEvent) => {
    // Files and the API are the server's; only screens are opened without a page load.
    if (!isOwnPath(href) || href.startsWith('/api/') || !isPlainClick(event)) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Only our own pictures are shown: fetching others would tell their servers who reads what. */
export function MarkdownImage({ node: _node, src, alt = '', title }: Props<'img'>) {
  if (typeof src !== 'string' || src === '') return <>{alt}</>;
  if (isOwnPath(src)) return <img src={src} alt={alt} title={title} loading="lazy" />;
  return <MarkdownLink href={src}>{messages.markdown.image(alt || src)}</MarkdownLink>;
}

/** The boxes of task lists, the only inputs markdown knows. */
export function MarkdownCheckbox({ node: _node, checked }: Props<'input'>) {
  const label = checked ? messages.markdown.done : messages.markdown.open;
  return <input type="checkbox" disabled checked={checked} readOnly aria-label={label} />;
}

/** Focusable, because what scrolls must scroll by keyboard too. A group, no region: those have names of their own each. */
export function MarkdownTable({ node: _node, ...rest }: Props<'table'>) {
  return (
    <div className={classes.tableFrame} role="group" aria-label={messages.markdown.table} tabIndex={0}>
      <table {...rest} />
    </div>
  );
}

/** The anchor stands beside the heading, not in it, so that the heading's name stays what the author wrote. */
export function MarkdownHeading(Tag: 'h2' | 'h3' | 'h4') {
  return function Heading({ node, id, children, ...rest }: Props<'h2'>) {
    return (
      <div className={classes.heading} data-level={Tag}>
        <Tag {...rest} id={id}>
          {children}
        </Tag>
        {id && (
          <a href={`#${id}`} className={classes.anchor} aria-label={messages.markdown.linkTo(node ? textOf(node) : id)}>
            <IconLink size={16} aria-hidden="true" />
          </a>
        )}
      </div>
    );
  };
}
