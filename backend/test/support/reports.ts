import type { Decision } from '../../src/modules/admin/moderation/moderation.events.js';
import { ModerationService } from '../../src/modules/admin/moderation/moderation.service.js';
import {
  ReportedSubjectsService,
  type ReportedType,
} from '../../src/modules/admin/moderation/reported-subjects.service.js';
import { Actor } from '../../src/platform/access/actor.js';
import { createDocument, setDocumentStatus } from './documents.js';
import { createForumCategory, createThread, reply } from './forum.js';
import type { TestResponse, SendRequest } from './http.js';
import type { TestApp } from './test-app.js';
import type { TestUser } from './users.js';
import { addVideo, setVideoStatus, waitUntilProcessed } from './videos.js';

/** An item that all users may see and report. */
export interface ReportedItem {
  type: ReportedType;
  id: string;
  author: TestUser;
  /** address of the item below the API's prefix; of a comment, that of its item */
  path: string;
}

/**
 * Creates a public item of a type.
 * @param admin publishes the item, and writes what it belongs to
 */
export async function createReportedItem(hub: TestApp, admin: TestUser, type: ReportedType): Promise<ReportedItem> {
  const author = await hub.users.create('CONTRIBUTOR');
  const create: Record<ReportedType, () => Promise<{ id: string; path: string }>> = {
    document: async () => {
      const { id } = await createDocument(author, { tags: ['reported'] });
      await setDocumentStatus(admin, id, 'PUBLISHED');
      return { id, path: `/documents/${id}` };
    },
    video: async () => {
      const { id } = await addVideo(author, { tags: ['reported'] });
      await waitUntilProcessed(author, id);
      await setVideoStatus(admin, id, 'READY');
      return { id, path: `/videos/${id}` };
    },
    comment: async () => {
      const { id: content_id } = await createDocument(admin, { status: 'PUBLISHED' });
      const body = { content_type: 'document', content_id, content: 'A remark' };
      const { id } = (await author.request<{ id: string }>('POST', '/comments', { body })).body;
      return { id, path: `/comments/document/${content_id}` };
    },
    thread: async () => {
      const { id } = await createThread(author, (await createForumCategory(admin)).id, { tags: ['reported'] });
      await reply(admin, id, { content: 'A reply to what is reported' });
      return { id, path: `/forum/threads/${id}` };
    },
    post: async () => {
      const thread = await createThread(admin, (await createForumCategory(admin)).id);
      const { id } = await reply(author, thread.id);
      return { id, path: `/forum/posts/${id}` };
    },
  };
  return { type, author, ...(await create[type]()) };
}

export const report = (
  request: SendRequest,
  { type, id }: { type: string; id: string },
  fields: object = {},
): Promise<TestResponse<{ message: string; code: string; detail: string }>> =>
  request('POST', '/reports', { body: { item_type: type, item_id: id, reason: 'Advertisement', ...fields } });

/** Makes an account old enough for its reports to count. */
const ageAccount = (hub: TestApp, { id }: TestUser) =>
  hub.database.query(`update users set created_at = now() - interval '2 days' where id = $1`, [id]);

/** A user whose reports count. */
export async function createReporter(hub: TestApp, role?: string): Promise<TestUser> {
  const reporter = await hub.users.create(role);
  await ageAccount(hub, reporter);
  return reporter;
}

/** Reports the item by users whose reports count. */
export async function reportBySeveral(
  hub: TestApp,
  item: { type: string; id: string },
  number = 3,
): Promise<TestUser[]> {
  const reporters: TestUser[] = [];
  for (let i = 0; i < number; i++) {
    const reporter = await createReporter(hub);
    const { status, text } = await report(reporter.request, item);
    if (status !== 201) throw new Error(`The report was not stored: ${text}`);
    reporters.push(reporter);
  }
  return reporters;
}

/** Reports the item and hides it, whoever wrote it; its reports stay open. */
export async function hideByReports(hub: TestApp, item: { type: ReportedType; id: string }): Promise<void> {
  await reportBySeveral(hub, item);
  await hide(hub, item);
}

/** Hides the item, whoever wrote it. */
export async function hide(hub: TestApp, item: { type: ReportedType; id: string }): Promise<void> {
  await hub.database.transaction(async () => {
    const subject = await hub.get(ReportedSubjectsService).find(item);
    if (subject && !subject.isHidden) await hub.get(ReportedSubjectsService).hide({ ...subject, type: item.type });
  });
}

/** Decides on the reports of an item, as a user with the permission to moderate does. */
export const decide = (
  hub: TestApp,
  { id, name, role }: TestUser,
  { type, id: itemId }: { type: ReportedType; id: string },
  decision: Decision,
  permissions = ['moderation.handle', 'content.edit_any', 'content.view_internal'],
): Promise<void> =>
  hub
    .get(ModerationService)
    .decide(Actor.user({ id, name, role, permissions, sessionId: null }), { type, id: itemId }, decision);
