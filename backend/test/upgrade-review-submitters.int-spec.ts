import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/* Migration20261122210000_review_submitters, over submissions that only the audit log and the activity name. */

const PREVIOUS = 'Migration20261122183000_home_work';
let former: OldSchemaDatabase;
const [author, editor, gone] = [uuidv7(), uuidv7(), uuidv7()];
const [byEditor, byAuthorAgain, unnamed, byGone, draft] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];

const submitAsEditor = (item: string, time: string, actor = editor) =>
  former.query(
    `insert into audit_log (id, actor_id, actor_name, action, subject_type, subject_id, after, created_at)
     values ($1, $2, 'Edda', 'document.status_changed', 'document', $3, '{"status": "IN_REVIEW"}', $4)`,
    [uuidv7(), actor, item, time],
  );
const recordActivity = (item: string, userId: string, time: string) =>
  former.query(
    `insert into activity (id, action, content_type, content_id, user_id, created_at)
     values ($1, 'submitted', 'document', $2, $3, $4)`,
    [uuidv7(), item, userId, time],
  );

beforeAll(async () => {
  former = await OldSchemaDatabase.at(PREVIOUS);
  await former.addUser(author, 'Ada', 'ada');
  await former.addUser(editor, 'Edda', 'edda');
  for (const id of [byEditor, byAuthorAgain, unnamed, byGone, draft])
    await former.addItem({
      id,
      authorId: author,
      kind: 'document',
      status: id === draft ? 'DRAFT' : 'IN_REVIEW',
      visibility: 'PUBLIC',
      hiddenAt: null,
      publishedAt: null,
    });
  await submitAsEditor(byEditor, '2026-11-01T10:00:00Z');
  await submitAsEditor(byAuthorAgain, '2026-11-01T10:00:00Z');
  await recordActivity(byAuthorAgain, editor, '2026-11-01T10:00:00Z');
  await recordActivity(byAuthorAgain, author, '2026-11-02T10:00:00Z');
  await submitAsEditor(byGone, '2026-11-01T10:00:00Z', gone);
  await submitAsEditor(draft, '2026-11-01T10:00:00Z');
  await former.migrate('up');
});
afterAll(() => former.close());

const submittersOf = async (...ids: string[]) => {
  const rows = await former.query<{ id: string; submitter_id: string | null }>(
    'select id, submitter_id from content_items where id = any($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.submitter_id);
};

test('the migration takes the last submitter of items in review from the audit log and the activity', async () => {
  expect(await submittersOf(byEditor, byAuthorAgain, unnamed, byGone, draft)).toEqual([
    editor,
    author,
    null,
    null,
    null,
  ]);
});

test('the migration can be reverted and applied again', async () => {
  await former.migrate('down', PREVIOUS);
  await expect(submittersOf(byEditor)).rejects.toThrow(/submitter_id/);
  await former.migrate('up');
  expect(await submittersOf(byEditor)).toEqual([editor]);
});
