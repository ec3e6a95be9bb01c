import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { canDeletePost, canEditPost, canMakeDocument, canSeeHidden, type ThreadState } from '../shared/forum.policy.js';
import type { ContentThreads } from '../repositories/content-threads.js';
import type { PostReactionType } from './post-reactions.service.js';
import type { PostResponse } from './posts.dto.js';

type PostColumn =
  | 'id'
  | 'thread_id'
  | 'number'
  | 'content'
  | 'created_at'
  | 'edited_at'
  | 'edited_by_moderator'
  | 'author_id'
  | 'like_count'
  | 'helpful_count';

export interface PostRow extends Pick<Row<'forum_posts'>, PostColumn> {
  is_deleted: boolean;
  is_hidden: boolean;
  author_name: string;
  author_handle: string;
  /** below the API's prefix */
  author_avatar: string | null;
  author_role: string;
  author_location: string;
  author_post_count: number;
  author_join_date: Date;
  author_signature: string;
  show_role_badge: boolean;
  reply_to: PostResponse['reply_to'];
  mentions: PostResponse['mentions'];
  own_reactions: PostReactionType[];
  document_ids: string[];
}

/** What a post shows or allows depends on this of its thread. */
export interface PostedThread extends ThreadState {
  solution_post_id: string | null;
}

/** Who reads posts, with the documents made of them that they may see. */
export interface PostReader {
  actor: Actor;
  documents: Awaited<ReturnType<ContentThreads['findItems']>>;
  apiPrefix: string;
}

type AuthorFields = Pick<PostResponse, Extract<keyof PostResponse, `author_${string}`> | 'show_role_badge'>;

/** A placeholder does not say who wrote it. */
const noAuthor: AuthorFields = {
  author_id: null,
  author_name: '',
  author_handle: '',
  author_avatar: null,
  author_role: '',
  author_location: '',
  author_post_count: 0,
  author_join_date: null,
  author_signature: '',
  show_role_badge: false,
};

/** Whether the reader sees more than a placeholder. */
export const hasContent = (row: PostRow, actor: Actor): boolean =>
  !row.is_deleted && (!row.is_hidden || canSeeHidden(actor, row));

const toAuthor = (row: PostRow, apiPrefix: string): AuthorFields => ({
  author_id: row.author_id,
  author_name: row.author_name,
  author_handle: row.author_handle,
  author_avatar: addApiPrefix(apiPrefix, row.author_avatar),
  author_role: row.author_role,
  author_location: row.author_location,
  author_post_count: row.author_post_count,
  author_join_date: row.author_join_date.toISOString(),
  author_signature: row.author_signature,
  show_role_badge: row.show_role_badge,
});

export function toPost(row: PostRow, thread: PostedThread, { actor, documents, apiPrefix }: PostReader): PostResponse {
  const shown = hasContent(row, actor);
  return {
    id: row.id,
    thread_id: row.thread_id,
    number: row.number,
    content: shown ? row.content : '',
    created_at: row.created_at.toISOString(),
    edited_at: shown ? (row.edited_at?.toISOString() ?? null) : null,
    edited_by_moderator: shown && row.edited_by_moderator,
    is_deleted: row.is_deleted,
    is_hidden: row.is_hidden,
    ...(shown ? toAuthor(row, apiPrefix) : noAuthor),
    reply_to: shown ? row.reply_to : null,
    mentions: shown ? row.mentions : [],
    like_count: shown ? row.like_count : 0,
    helpful_count: shown ? row.helpful_count : 0,
    is_solution: shown && row.id === thread.solution_post_id,
    documents: row.document_ids.flatMap((id) => {
      const found = documents.get(id);
      return found ? [{ id, slug: found.slug, title: found.title }] : [];
    }),
    ...(!actor.isGuest && {
      own_reactions: shown ? row.own_reactions : [],
      abilities: {
        edit: canEditPost(actor, row, thread),
        delete: row.number > 1 && canDeletePost(actor, row, thread),
        make_document: shown && canMakeDocument(actor, row, thread),
      },
    }),
  };
}
