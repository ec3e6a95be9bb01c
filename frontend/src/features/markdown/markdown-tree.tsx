import { getText, type HastNode } from '@hub/shared/markdown/hast';
import { FOOTNOTES_ID } from '@hub/shared/pages';
import { IconLink } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import {
  type ComponentPropsWithoutRef,
  createContext,
  createElement,
  type ElementType,
  memo,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { messages } from '../../messages/common';
import { isSameOriginPath, isTargetPath, toHubPath } from '../../lib/hub-paths';
import { getHubOrigin } from '../../lib/page-meta';
import { MarkdownQuote } from './callout';
import { CodeBlock } from './code-block';
import { CardSlot, getCardLink } from './card-slot';
import { Formula } from './formula';
import { getMathKind, hasId, type NodeProps } from './hast';
import { HubLink } from './hub-link';
import { MissingImage } from './missing-image';
import classes from './markdown.module.css';

type Props<Tag extends 'a' | 'p' | 'details' | 'img' | 'input' | 'summary' | 'table' | 'h2'> =
  ComponentPropsWithoutRef<Tag> & NodeProps;

const IsInLink = createContext(false);

function MarkdownLink({ node, href: address = '', children: content, ...rest }: Props<'a'>) {
  const href = toHubPath(address, getHubOrigin());
  // Links with a forbidden scheme have an empty address.
  if (href === '') return <>{content}</>;
  const children = <IsInLink value={true}>{content}</IsInLink>;
  if (node && isTargetPath(href)) {
    return (
      <HubLink {...rest} node={node} address={href}>
        {children}
      </HubLink>
    );
  }
  if (/^(https?:)?\/\//i.test(href)) {
    return (
      <a
        {...rest}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        data-address={node && getText(node) === href ? undefined : href}
      >
        {children}
      </a>
    );
  }
  return (
    <a {...rest} href={href} aria-label={getLinkLabel(node)}>
      {children}
    </a>
  );
}

/** Only links back from footnotes have a name that is not their text. */
function getLinkLabel(node: HastNode | undefined): string | undefined {
  const reference = node?.properties?.['dataFootnoteBackref'];
  return typeof reference === 'string' ? messages.markdown.backToReference(reference) : undefined;
}

/** An image of this server, enlarged by a click unless it is a link, or its description where the image is gone. */
function HubImage({ src, alt, title }: { src: string; alt: string; title?: string }) {
  const isInLink = useContext(IsInLink);
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <MissingImage alt={alt} />;
  const image = (
    <img
      src={src}
      alt={alt}
      title={title}
      loading="lazy"
      onError={() => {
        setMissing(true);
      }}
    />
  );
  if (isInLink) return image;
  return (
    <button
      type="button"
      className={classes.image}
      aria-label={alt ? messages.markdown.enlarge(alt) : messages.markdown.enlargeUnnamed}
      aria-haspopup="dialog"
    >
      {image}
    </button>
  );
}

/** Renders images of this server only: requests to other servers would expose readers to them. */
function MarkdownImage({ node: _node, src, alt = '', title }: Props<'img'>) {
  if (typeof src !== 'string' || src === '') return <>{alt}</>;
  if (isSameOriginPath(src)) return <HubImage key={src} src={src} alt={alt} title={title} />;
  return <MarkdownLink href={src}>{messages.markdown.image(alt || src)}</MarkdownLink>;
}

/** A link that is alone in its paragraph becomes a card. */
function MarkdownParagraph({ node, ...rest }: Props<'p'>) {
  const link = node && getCardLink(node);
  const paragraph = <p {...rest} />;
  return link ? <CardSlot link={link}>{paragraph}</CardSlot> : paragraph;
}

/** Task list checkboxes are the only inputs in markdown. */
function MarkdownCheckbox({ node: _node, checked }: Props<'input'>) {
  const label = checked ? messages.markdown.done : messages.markdown.open;
  return <input type="checkbox" disabled checked={checked} readOnly aria-label={label} />;
}

/**
 * Focusable, so that it can be scrolled by keyboard. A group rather than a region, because regions need unique names.
 */
function MarkdownTable({ node: _node, ...rest }: Props<'table'>) {
  return (
    <div className={classes.tableFrame} role="group" aria-label={messages.markdown.table} tabIndex={0}>
      <table {...rest} />
    </div>
  );
}

/** The anchor is a sibling of the heading, so that the heading's accessible name is the author's text. */
function MarkdownHeading(Tag: 'h2' | 'h3' | 'h4') {
  return function Heading({ node, id, dir, children, ...rest }: Props<'h2'>) {
    const footnotes = id === FOOTNOTES_ID ? messages.markdown.footnotes : undefined;
    return (
      <div className={classes.heading} data-level={Tag} dir={dir}>
        <Tag {...rest} id={id}>
          {footnotes ?? children}
        </Tag>
        {id && (
          <a
            href={`#${id}`}
            className={classes.anchor}
            aria-label={messages.markdown.linkTo(footnotes ?? (node ? getText(node) : id))}
          >
            <IconLink size={16} aria-hidden="true" />
          </a>
        )}
      </div>
    );
  };
}

/** Collapsed unless the author wrote otherwise, or the address of the page links to a heading inside. */
function MarkdownDetails({ node, ...rest }: Props<'details'>) {
  const element = useRef<HTMLDetailsElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  const hasTarget = hash !== '' && node !== undefined && hasId(node, hash);
  // Before the page scrolls to the heading.
  useLayoutEffect(() => {
    if (hasTarget && element.current) element.current.open = true;
  }, [hasTarget, hash]);
  return <details {...rest} ref={element} />;
}

function MarkdownSummary({ node: _node, children = messages.markdown.details, ...rest }: Props<'summary'>) {
  return <summary {...rest}>{children}</summary>;
}

/** A formula within a line, or any other code. */
function MarkdownCode({ node, ...rest }: ComponentPropsWithoutRef<'code'> & NodeProps) {
  const math = getMathKind(node);
  return node && math ? <Formula source={getText(node)} kind={math} /> : <code {...rest} />;
}

const components: Record<string, ElementType | undefined> = {
  a: MarkdownLink,
  p: MarkdownParagraph,
  img: MarkdownImage,
  input: MarkdownCheckbox,
  table: MarkdownTable,
  blockquote: MarkdownQuote,
  details: MarkdownDetails,
  summary: MarkdownSummary,
  pre: CodeBlock,
  code: MarkdownCode,
  h2: MarkdownHeading('h2'),
  h3: MarkdownHeading('h3'),
  h4: MarkdownHeading('h4'),
};

const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tr']);

/** The name of a property in React: `dataRawHtml` is "data-raw-html", `ariaDescribedBy` "aria-describedby". */
function toPropName(name: string): string {
  if (name.startsWith('aria')) return `aria-${name.slice('aria'.length).toLowerCase()}`;
  return name.startsWith('data') ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name;
}

function createProps({ properties = {} }: HastNode): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    // Of table cells only.
    if (name === 'align') props['style'] = { textAlign: value };
    else props[toPropName(name)] = Array.isArray(value) ? value.join(' ') : value;
  }
  return props;
}

/** Keys count the elements of a name, so that an inserted paragraph leaves the images after it as they are. */
function renderChildren({ tagName = '', children = [] }: HastNode): ReactNode[] | undefined {
  const counts = new Map<string, number>();
  const rendered = children.flatMap((child) => {
    if (child.tagName !== undefined) {
      const count = counts.get(child.tagName) ?? 0;
      counts.set(child.tagName, count + 1);
      return [renderElement(child, child.tagName, `${child.tagName}-${count}`)];
    }
    // HTML forbids white space between the parts of a table.
    const isLayout = TABLE_PARTS.has(tagName) && child.value?.trim() === '';
    return child.type === 'text' && !isLayout ? [child.value] : [];
  });
  return rendered.length > 0 ? rendered : undefined;
}

function renderElement(node: HastNode, tagName: string, key: string): ReactNode {
  const component: ElementType | undefined = components[tagName];
  const props = { ...createProps(node), ...(component && { node }), key };
  return createElement(component ?? tagName, props, renderChildren(node));
}

/** Renders a parsed and sanitized text as React elements. */
export const MarkdownTree = memo(function Tree({ tree }: { tree: HastNode }) {
  return <>{renderChildren(tree)}</>;
});
