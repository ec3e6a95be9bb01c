import type { PostPlaceResponse } from '../../src/modules/forum/posts/posts.dto.js';
import { createForumCategory } from './forum.js';
import type { SendRequest } from './http.js';
import { createTestAppWithUsers, type TestApp } from './test-app.js';
import type { TestUser } from './users.js';

interface ForumWithMembers {
  hub: TestApp;
  editor: TestUser;
  ann: TestUser;
  bob: TestUser;
  cem: TestUser;
  categoryId: string;
  otherCategoryId: string;
}

/** An app with an editor, three members and two categories, for merging and splitting threads. */
export async function createForumWithMembers(): Promise<ForumWithMembers> {
  const { admin, ...forum } = await createTestAppWithUsers({
    admin: 'ADMIN',
    editor: 'EDITOR',
    ann: 'VIEWER',
    bob: 'VIEWER',
    cem: 'VIEWER',
  });
  const [category, other] = [await createForumCategory(admin), await createForumCategory(admin)];
  return { ...forum, categoryId: category.id, otherCategoryId: other.id };
}

/** Requests where the post is now that has or had this number in the thread. */
export const findPlace = (request: SendRequest, threadId: string, number: number) =>
  request<PostPlaceResponse>('GET', `/forum/threads/${threadId}/posts/${number}`);
