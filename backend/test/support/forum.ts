import type { ForumCategoryResponse } from '../../src/modules/forum/categories/forum-categories.dto.js';
import type { PostListResponse, PostResponse } from '../../src/modules/forum/posts/posts.dto.js';
import type { ThreadListResponse, ThreadResponse } from '../../src/modules/forum/threads/threads.dto.js';
import type { SendRequest } from './http.js';
import type { TestUser } from './users.js';

let number = 0;

/** @param manager may manage the categories of the forum */
export async function createForumCategory(manager: TestUser, fields: object = {}): Promise<ForumCategoryResponse> {
  const body = { name: `Category ${++number}`, description: 'For tests', ...fields };
  const { status, body: category } = await manager.request<ForumCategoryResponse>('POST', '/forum/categories', {
    body,
  });
  if (status !== 201) throw new Error(`The category was not created: ${JSON.stringify(category)}`);
  return category;
}

export async function createThread(author: TestUser, categoryId: string, fields: object = {}): Promise<ThreadResponse> {
  const body = { title: `Thread ${++number}`, content: 'First words', ...fields };
  const { status, body: thread } = await author.request<ThreadResponse>(
    'POST',
    `/forum/categories/${categoryId}/threads`,
    { body },
  );
  if (status !== 201) throw new Error(`The thread was not created: ${JSON.stringify(thread)}`);
  return thread;
}

export async function reply(author: TestUser, threadId: string, fields: object = {}): Promise<PostResponse> {
  const body = { content: 'A reply', ...fields };
  const { status, body: post } = await author.request<PostResponse>('POST', `/forum/threads/${threadId}/posts`, {
    body,
  });
  if (status !== 201) throw new Error(`The post was not created: ${JSON.stringify(post)}`);
  return post;
}

export const listThreads = async (request: SendRequest, categoryId: string, query = ''): Promise<ThreadListResponse> =>
  (await request<ThreadListResponse>('GET', `/forum/categories/${categoryId}/threads${query}`)).body;

export const listPosts = async (request: SendRequest, threadId: string, page = 1): Promise<PostListResponse> =>
  (await request<PostListResponse>('GET', `/forum/threads/${threadId}/posts?page=${page}`)).body;

export const getThread = async (request: SendRequest, id: string): Promise<ThreadResponse> =>
  (await request<ThreadResponse>('GET', `/forum/threads/${id}`)).body;
