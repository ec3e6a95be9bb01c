import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { type MarkdownReferences, SearchTextParser } from '../../content/index.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';
import { SettingsRegistry } from '../../../platform/settings/settings-registry.js';

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
const MAX_KNOWN_MEMBERS = 10_000;
const NOT_CHECKED =
  'The links in this text could not be counted. Please shorten or simplify it, or try again in a minute.';

/** Limits what new members post, against spam. Staff is exempt. */
@Injectable()
export class NewMembers {
  /** ids of users who are not new; a member never becomes new again */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN_MEMBERS });

  constructor(
    private readonly database: Database,
    private readonly rateLimiter: RateLimiter,
    private readonly settings: Settings,
    private readonly events: Events,
    private readonly config: Config,
    private readonly parser: SearchTextParser,
    registry: SettingsRegistry,
  ) {
    registry.register('community', [newMemberPosts, newMemberLinks]);
  }

  /** Counts a thread or reply; to be called before the transaction. @throws 400 too many links, 429 */
  async countPost(actor: Actor, content: string): Promise<void> {
    if (!(await this.isNew(actor))) return;
    await this.requireFewLinks(content);
    const limit = await this.settings.get(newMemberPosts);
    await this.rateLimiter.consume(`forum-posts:${actor.userId}`, {
      limit,
      windowSeconds: 60,
      refusal: `New members can post ${limit === 1 ? 'once' : `${limit} times`} a minute.`,
    });
  }

  /** Links cannot be added later either. @throws 400 too many links */
  async checkEdit(actor: Actor, content: string): Promise<void> {
    if (await this.isNew(actor)) await this.requireFewLinks(content);
  }

  private async requireFewLinks(content: string): Promise<void> {
    const most = await this.settings.get(newMemberLinks);
    await this.parser.prepare(content);
    const { references } = this.parser.getPrepared(content, 'new');
    if (!references) throw invalid([{ field: 'content', message: NOT_CHECKED }]);
    if (countExternalLinks(references, this.config.publicUrl) <= most) return;
    const message =
      most === 0
        ? 'New members can’t add links to a post.'
        : `New members can add at most ${most === 1 ? 'one link' : `${most} links`} to a post.`;
    throw invalid([{ field: 'content', message }]);
  }

  private async isNew(actor: Actor): Promise<boolean> {
    const id = actor.userId;
    const isExempt = actor.canAny('forum.moderate', 'moderation.handle') || this.known.has(id);
    // Seeded posts have their own times.
    if (isExempt || this.events.getPastTime()) return false;
    const row = await this.database.one<{ join_date: Date; post_count: number }>(
      'select join_date, post_count from people where id = $1',
      [id],
    );
    const isNew = !row || row.join_date.getTime() > Date.now() - NEW_FOR_MS || row.post_count < NEW_UNTIL_POSTS;
    if (!isNew) this.known.set(id, true);
    return isNew;
  }
}

/** Links and images of other hosts; those of the hub itself are welcome. Readers see other schemes as text. */
export const countExternalLinks = ({ links, images }: MarkdownReferences, publicUrl: string): number => {
  const { origin } = new URL(publicUrl);
  return [...links, ...images].filter((address) => {
    if (!URL.canParse(address, publicUrl)) return false;
    const url = new URL(address, publicUrl);
    return url.origin !== origin && ['http:', 'https:'].includes(url.protocol);
  }).length;
};
