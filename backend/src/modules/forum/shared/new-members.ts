import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/settings.js';
import type { MarkdownReferences } from '../../content/index.js';

/** Posts per minute of a new member. */
export const newMemberPosts = defineSetting(
  'forum.new_member_posts_per_minute',
  z.number().int().min(1).max(1_000_000),
  5,
);
/** Links per post of a new member. */
export const newMemberLinks = defineSetting('forum.new_member_links', z.number().int().min(0).max(1000), 2);

/** Members are new until their account is that old … */
const NEW_FOR_MS = 24 * 3600_000;
/** … and they have that many posts. */
const NEW_UNTIL_POSTS = 3;

export const isNewMember = (joinDate: Date, postCount: number): boolean =>
  joinDate.getTime() > Date.now() - NEW_FOR_MS || postCount < NEW_UNTIL_POSTS;

/** Links and images of other hosts; those of the hub itself are welcome. Readers see other schemes as text. */
export const countExternalLinks = ({ links, images }: MarkdownReferences, publicUrl: string): number => {
  const { origin } = new URL(publicUrl);
  return [...links, ...images].filter((address) => {
    if (!URL.canParse(address, publicUrl)) return false;
    const url = new URL(address, publicUrl);
    return url.origin !== origin && ['http:', 'https:'].includes(url.protocol);
  }).length;
};
