import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/* Migration20261122174500_revision_reviewers, over decisions that only the audit log names. */

const PREVIOUS = 'Migration20261122120000_file_counters';
let former: OldSchemaDatabase;
const [author, reviewer, item] = [uuidv7(), uuidv7(), uuidv7()];

interface RevisionRow {
  version: number | null;
  reviewer_id: string | null;
  reviewed_at: Date | null;
}

beforeAll(async () => {
  former = await OldSchemaDatabase.at(PREVIOUS);
  await former.addUser(author, 'Ada', 'ada');
  await former.addUser(reviewer, 'Rosa', 'rosa');
  await former.addItem({
    id: item,
    authorId: author,
    kind: 'document',
    status: 'PUBLISHED',
    visibility: 'PUBLIC',
    hiddenAt: null,
    publishedAt: new Date(),
  });
  const revisions: [version: number | null, state: string, reviewNote: string | null][] = [
    [1, 'live', null],
    [null, 'rejected', 'Too short.'],
    [null, 'rejected', 'Returned by status.'],
    [null, 'rejected', 'Not in the log.'],
    [2, 'live', null],
  ];
  for (const [version, state, note] of revisions)
    await former.query(
      `insert into document_revisions (id, item_id, version, snapshot, author_id, note, state, review_note, created_at)
       values ($1, $2, $3, '{}', $4, '', $5, $6, now())`,
      [uuidv7(), item, version, author, state, note],
    );
  const decisions: [action: string, after: object][] = [
    ['document.reviewed', { action: 'request_changes', note: 'Too short.', version: 1 }],
    ['document.status_changed', { status: 'DRAFT', note: 'Returned by status.' }],
    ['document.reviewed', { action: 'approve', note: '', version: 2 }],
  ];
  for (const [action, after] of decisions)
    await former.query(
      `insert into audit_log (id, actor_id, actor_name, action, subject_type, subject_id, after, created_at)
       values ($1, $2, 'Rosa', $3, 'document', $4, $5, '2026-11-01T10:00:00Z')`,
      [uuidv7(), reviewer, action, item, after],
    );
  await former.migrate('up');
});
afterAll(() => former.close());

const revisions = () =>
  former.query<RevisionRow>('select version, reviewer_id, reviewed_at from document_revisions order by id');

test('the migration takes reviewers from the audit log', async () => {
  const reviewed = { reviewer_id: reviewer, reviewed_at: new Date('2026-11-01T10:00:00Z') };
  const unreviewed = { reviewer_id: null, reviewed_at: null };
  expect(await revisions()).toEqual([
    { version: 1, ...unreviewed },
    { version: null, ...reviewed },
    { version: null, ...reviewed },
    { version: null, ...unreviewed },
    { version: 2, ...reviewed },
  ]);
});

test('the migration can be reverted and applied again', async () => {
  await former.migrate('down', PREVIOUS);
  await expect(revisions()).rejects.toThrow(/reviewer_id/);
  await former.migrate('up');
  expect(await revisions()).toHaveLength(5);
});
