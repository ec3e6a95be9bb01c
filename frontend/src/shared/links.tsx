import { Link, useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef } from 'react';
import { isPlainClick } from '../lib/browser';
import { Avatar } from '../ui/avatar';
import { type CardContent, getContentKind } from './content/content-kind';
import classes from './links.module.css';

interface PathLinkProps extends ComponentPropsWithoutRef<'a'> {
  /** A path of the app, as sent by the server. */
  href: string;
  /** Called before navigation, including opening in a new tab. */
  onOpen?: () => void;
}

/** A link to a path sent by the server, opened without a page load. */
export function PathLink({ href, onOpen, children, ...rest }: PathLinkProps) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onOpen?.();
        if (!isPlainClick(event)) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      {children}
    </a>
  );
}

/** The URL param of a document or video: its slug, unless that equals the path of a screen. */
export function getItemParam(item: { id: string; slug: string }): string {
  return item.slug === 'create' ? item.id : item.slug;
}

/** The title as a link to the document or video. */
export function ContentLink({ content, className }: { content: CardContent; className?: string }) {
  const to = getContentKind(content) === 'video' ? '/videos/$id' : '/docs/$id';
  return (
    <Link to={to} params={{ id: getItemParam(content) }} className={className}>
      {content.title}
    </Link>
  );
}

interface UserLinkProps {
  id: string;
  name: string;
  /** Absent for a link without an avatar; null for users without an image. */
  avatar?: string | null;
}

/** A user's name as a link to their profile. */
export function UserLink({ id, name, avatar }: UserLinkProps) {
  return (
    <Link to="/user/$id" params={{ id }} preload={false} className={classes.user}>
      {avatar !== undefined && <Avatar name={name} src={avatar} size="xs" />}
      <bdi>{name}</bdi>
    </Link>
  );
}
