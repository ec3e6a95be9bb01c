import { IconLink, IconPhotoOff } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import {
  type ComponentPropsWithoutRef,
  createContext,
  createElement,
  type ElementType,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isPlainClick } from '../../lib/browser';
import { messages } from '../../messages/common';
import { alert } from '../../ui/dialogs/dialogs';
import { MarkdownQuote } from './callout';
import { CodeBlock } from './code-block';
import { getText, hasId, type HastNode, isSameOriginPath, type NodeProps, toHubPath } from './hast';
import type { ImageZoom } from './image-zoom';
import classes from './markdown.module.css';

type Props<Tag extends 'a' | 'details' | 'img' | 'input' | 'summary' | 'table' | 'h2'> = ComponentPropsWithoutRef<Tag> &
  NodeProps;

const IsInLink = createContext(false);

function MarkdownLink({ node, href: address = '', children: content, ...rest }: Props<'a'>) {
  const router = useRouter();
  const href = toHubPath(address, window.location.origin);
  // Links with a forbidden scheme have an empty address.
  if (href === '') return <>{content}</>;
  const children = <IsInLink value={true}>{content}</IsInLink>;
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
  const follow = (event: MouseEvent) => {
    // Only screens open without a page load; files and API paths belong to the server.
    if (!isSameOriginPath(href) || href.startsWith('/api/') || !isPlainClick(event)) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** An image of this server, enlarged by a click unless it is a link, or its description where the image is gone. */
function HubImage({ src, alt, title }: { src: string; alt: string; title?: string }) {
  const isInLink = useContext(IsInLink);
  const [isMissing, setMissing] = useState(false);
  const [Zoom, setZoom] = useState<typeof ImageZoom>();
  if (isMissing) {
    return (
      <span className={classes.missingImage}>
        <IconPhotoOff size={18} stroke={1.75} aria-hidden="true" />
        {alt ? messages.markdown.missingImage(alt) : messages.markdown.missingImageUnnamed}
      </span>
    );
  }
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
  const enlarge = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus what is clicked; the focus returns to it.
    currentTarget.focus();
    try {
      const { ImageZoom } = await import('./image-zoom');
      setZoom(() => ImageZoom);
    } catch {
      void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
    }
  };
  return (
    <>
      <button
        type="button"
        className={classes.image}
        aria-label={alt ? messages.markdown.enlarge(alt) : messages.markdown.enlargeUnnamed}
        aria-haspopup="dialog"
        onClick={(event) => void enlarge(event)}
      >
        {image}
      </button>
      {Zoom && (
        <Zoom
          src={src}
          alt={alt}
          onClose={() => {
            setZoom(undefined);
          }}
        />
      )}
    </>
  );
}

/** Renders images of this server only: requests to other servers would expose readers to them. */
function MarkdownImage({ node: _node, src, alt = '', title }: Props<'img'>) {
  if (typeof src !== 'string' || src === '') return <>{alt}</>;
  if (isSameOriginPath(src)) return <HubImage key={src} src={src} alt={alt} title={title} />;
  return <MarkdownLink href={src}>{messages.markdown.image(alt || src)}</MarkdownLink>;
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

/** Copies the address of the heading, or shows it where the browser does not allow that. */
async function copyAddress({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const { href } = currentTarget;
  const { copyLink } = await import('../../shared/copy-link');
  await copyLink(href);
}

/** The anchor is a sibling of the heading, so that the heading's accessible name is the author's text. */
function MarkdownHeading(Tag: 'h2' | 'h3' | 'h4') {
  return function Heading({ node, id, dir, children, ...rest }: Props<'h2'>) {
    return (
      <div className={classes.heading} data-level={Tag} dir={dir}>
        <Tag {...rest} id={id}>
          {children}
        </Tag>
        {id && (
          <a
            href={`#${id}`}
            className={classes.anchor}
            aria-label={messages.markdown.linkTo(node ? getText(node) : id)}
            onClick={(event) => void copyAddress(event)}
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

const components: Record<string, ElementType | undefined> = {
  a: MarkdownLink,
  img: MarkdownImage,
  input: MarkdownCheckbox,
  table: MarkdownTable,
  blockquote: MarkdownQuote,
  details: MarkdownDetails,
  summary: MarkdownSummary,
  pre: CodeBlock,
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
