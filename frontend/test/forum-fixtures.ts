import type { ForumCategoryResponse } from '../src/api/generated/model/forumCategoryResponse';
import type { PostListResponse } from '../src/api/generated/model/postListResponse';
import type { PostResponse } from '../src/api/generated/model/postResponse';
import type { ThreadListResponse } from '../src/api/generated/model/threadListResponse';
import type { ThreadResponse } from '../src/api/generated/model/threadResponse';
import type { ThreadSummaryResponse } from '../src/api/generated/model/threadSummaryResponse';

const TIME = '2026-01-02T10:00:00Z';

export function createForumCategory(changes: Partial<ForumCategoryResponse> = {}): ForumCategoryResponse {
  const name = changes.name ?? 'General';
  return {
    id: 'general',
    name,
    title: name,
    description: 'Everything else',
    icon: '',
    color: '#3B82F6',
    parent_category_id: null,
    parent_title: null,
    order_index: 0,
    thread_count: 2,
    post_count: 7,
    last_post_at: TIME,
    is_restricted: false,
    restricted_to: [],
    abilities: { write: true },
    created_at: TIME,
    subcategories: [],
    ...changes,
  };
}

export function createThreadSummary(changes: Partial<ThreadSummaryResponse> = {}): ThreadSummaryResponse {
  return {
    id: 'thread',
    category_id: 'general',
    title: 'How does it work?',
    tags: [],
    is_pinned: false,
    is_locked: false,
    is_solved: false,
    view_count: 5,
    post_count: 3,
    last_number: 3,
    author_id: 'ada',
    author_name: 'Ada Author',
    created_at: TIME,
    last_post_author: 'Bert Reader',
    last_post_at: TIME,
    ...changes,
  };
}

export const createThreadPage = (changes: Partial<ThreadListResponse> = {}): ThreadListResponse => ({
  threads: [createThreadSummary()],
  pages: 1,
  page: 1,
  total: 1,
  is_capped: false,
  next: null,
  previous: null,
  ...changes,
});

/** A thread as guests get it. */
export function createThread(changes: Partial<ThreadResponse> = {}): ThreadResponse {
  return {
    ...createThreadSummary(),
    category: {
      id: 'general',
      name: 'General',
      icon: '',
      color: '#3B82F6',
      parent_name: null,
      parent_category_id: null,
      is_restricted: false,
      restricted_to: [],
    },
    pages: 1,
    is_hidden: false,
    edited_at: null,
    solution_post_id: null,
    solution_number: null,
    about: null,
    ...changes,
  };
}

export function createPost(number: number, changes: Partial<PostResponse> = {}): PostResponse {
  return {
    id: `post-id-${number}`,
    thread_id: 'thread',
    number,
    content: `Text ${number}`,
    created_at: TIME,
    edited_at: null,
    edited_by_moderator: false,
    is_deleted: false,
    is_hidden: false,
    author_id: 'ada',
    author_name: 'Ada Author',
    author_handle: 'ada',
    author_avatar: null,
    author_role: 'EDITOR',
    author_location: 'Jena',
    author_post_count: 12,
    author_join_date: '2025-03-04T10:00:00Z',
    author_signature: 'Best regards',
    show_role_badge: false,
    reply_to: null,
    mentions: [],
    like_count: 0,
    helpful_count: 0,
    is_solution: false,
    documents: [],
    ...changes,
  };
}

/** What is left of a post that was deleted, or is hidden from the user. */
export const createPlaceholder = (number: number, changes: Partial<PostResponse> = {}): PostResponse =>
  createPost(number, {
    content: '',
    author_id: null,
    author_name: '',
    author_handle: '',
    author_role: '',
    author_location: '',
    author_post_count: 0,
    author_join_date: null,
    author_signature: '',
    ...changes,
  });

export const createPostPage = (posts: PostResponse[], changes: Partial<PostListResponse> = {}): PostListResponse => ({
  posts,
  moved: [],
  page: 1,
  pages: 1,
  total: posts.length,
  ...changes,
});
