import type { Row } from '../../../schema/index.js';
import { boostOf, type ParsedSearchText, type SearchEntry } from '../../content/index.js';
import { postPath, threadPath } from '../shared/forum-limits.js';

/** Hidden and deleted threads and posts have no entries. */
export const FORUM_AUDIENCE = 'PUBLIC';

/** Precedes the title of the thread in the titles of replies. */
export const REPLY_TITLE = 'Re: ';

type PostColumn = 'id' | 'thread_id' | 'number' | 'author_id' | 'content' | 'like_count' | 'helpful_count';

/** What the search index stores of a post. The Original Post is the text of its thread. */
export interface IndexedPost extends Pick<Row<'forum_posts'>, PostColumn> {
  /** when its text last changed */
  at: Date;
  title: string;
  tags: readonly string[];
  category_id: string;
}

export const isReply = ({ number }: Pick<IndexedPost, 'number'>): boolean => number > 1;

export const toEntry = (post: IndexedPost, { text, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...(isReply(post)
    ? {
        type: 'post',
        id: post.id,
        title: REPLY_TITLE + post.title,
        hasOwnTitle: false,
        tags: [],
        url: postPath(post.thread_id, post.number),
      }
    : { type: 'thread', id: post.thread_id, title: post.title, tags: post.tags, url: threadPath(post.thread_id) }),
  audience: FORUM_AUDIENCE,
  author_id: post.author_id,
  category_id: post.category_id,
  difficulty: null,
  at: post.at,
  boost: boostOf(post.like_count + 2 * post.helpful_count),
  summary: '',
  // Headings of posts have no addresses.
  text: { ...text, pieces: text.pieces.map((piece) => ({ ...piece, anchor: '' })) },
  isProvisional,
});
