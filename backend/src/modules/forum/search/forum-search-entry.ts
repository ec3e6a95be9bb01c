import { boostOf, type ParsedSearchText, type SearchEntry } from '../../content/index.js';
import { postPath, threadPath } from '../shared/forum-limits.js';

/** Hidden and deleted threads and posts have no entries. */
export const FORUM_AUDIENCE = 'PUBLIC';

/** Precedes the title of the thread in the titles of replies. */
export const REPLY_TITLE = 'Re: ';

/** What the search index stores of a post. The Original Post is the text of its thread. */
export interface IndexedPost {
  id: string;
  threadId: string;
  number: number;
  authorId: string;
  content: string;
  /** when its text last changed */
  at: Date;
  likes: number;
  helpfuls: number;
  title: string;
  tags: readonly string[];
  categoryId: string;
}

export const isReply = ({ number }: Pick<IndexedPost, 'number'>): boolean => number > 1;

export const postEntry = (post: IndexedPost, { text, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...(isReply(post)
    ? {
        type: 'post',
        id: post.id,
        title: REPLY_TITLE + post.title,
        hasOwnTitle: false,
        tags: [],
        url: postPath(post.threadId, post.number),
      }
    : { type: 'thread', id: post.threadId, title: post.title, tags: post.tags, url: threadPath(post.threadId) }),
  audience: FORUM_AUDIENCE,
  authorId: post.authorId,
  categoryId: post.categoryId,
  difficulty: null,
  at: post.at,
  boost: boostOf(post.likes + 2 * post.helpfuls),
  summary: '',
  // Headings of posts have no addresses.
  text: { ...text, pieces: text.pieces.map((piece) => ({ ...piece, anchor: '' })) },
  isProvisional,
});
