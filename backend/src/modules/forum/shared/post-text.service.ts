import type { MarkdownReferences } from '@hub/shared/markdown/sections';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { getMentions, type ParsedSearchText, SearchTextParser } from '../../content/index.js';
import { z } from 'zod';

/** Posts per minute of a new member. */
export const newMemberPosts = defineSetting(
  'forum.new_member_posts_per_minute',
  z.number().int().min(1).max(1_000_000),
  5,
);
/** Links per post of a new member. */
const newMemberLinks = defineSetting('forum.new_member_links', z.number().int().min(0).max(1000), 2);

/** Members are new until their account is that old … */
const NEW_FOR_MS = 24 * 3600_000;
/** … and they have that many posts. */
const NEW_UNTIL_POSTS = 3;

/** The text of a post and what was parsed of it before the transaction. */
export interface PreparedPostText {
  content: string;
  parsed: ParsedSearchText;
  /** ids of users */
  mentioned: string[];
  /** the limit of a new member; null for others */
  postsPerMinute: number | null;
}

const MAX_KNOWN_MEMBERS = 10_000;

/** Reads new texts of posts before their transaction, so that no lock waits for the parser. */
@Injectable()
export class PostTextService {
  /** ids of users who are not new; a member never becomes new again */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN_MEMBERS });

  constructor(
    private readonly database: Database,
    private readonly parser: SearchTextParser,
    private readonly users: UsersFacade,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {
    settings.register('community', [newMemberPosts, newMemberLinks]);
  }

  /** @throws 400 too many links of a new member; they cannot be added later either */
  async prepare(actor: Actor, content: string): Promise<PreparedPostText> {
    const text = await this.prepareWithoutLimits(content);
    if (!(await this.isNew(actor))) return text;
    this.requireFewLinks(text, await this.settings.get(newMemberLinks));
    return { ...text, postsPerMinute: await this.settings.get(newMemberPosts) };
  }

  /** Without the rules for new members. */
  async prepareWithoutLimits(content: string): Promise<PreparedPostText> {
    const parsed = await this.parser.parse(content, 'new');
    const mentioned = await this.users.findIdsByHandles(getMentions(parsed, content));
    return { content, parsed, mentioned, postsPerMinute: null };
  }

  private requireFewLinks({ parsed: { references } }: PreparedPostText, most: number): void {
    if (!references) throw invalid([{ field: 'content', message: (texts) => texts.forum.linksNotCounted }]);
    if (countExternalLinks(references, this.config.publicUrl) <= most) return;
    throw invalid([{ field: 'content', message: (texts) => texts.forum.newMemberLinks(most) }]);
  }

  /** Staff is exempt. */
  private async isNew(actor: Actor): Promise<boolean> {
    const id = actor.userId;
    if (actor.canAny('forum.moderate', 'moderation.handle') || this.known.has(id)) return false;
    // Not the public number, which leaves out posts in categories with limits.
    const { rows } = await sql<{ join_date: Date; posts: number }>`
      select me.join_date, (
        select count(*)::int from (
          select from forum_posts p
          where p.author_id = me.id and p.deleted_at is null and p.hidden_at is null limit ${sql.lit(NEW_UNTIL_POSTS)}
        ) found) as posts
      from people me where me.id = ${id}`.execute(this.database.db);
    const [member] = rows;
    if (!member || isNewMember(member.join_date, member.posts)) return true;
    this.known.set(id, true);
    return false;
  }
}

const isNewMember = (joinDate: Date, postCount: number): boolean =>
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
