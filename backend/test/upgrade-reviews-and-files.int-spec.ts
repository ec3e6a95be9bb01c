import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/*
 * Migrations that compute values, one after the other over one database: Migration20261122120000_file_counters, of two
 * uploaders and of none; Migration20261122174500_revision_reviewers and Migration20261122210000_review_submitters, of
 * decisions and submissions that only the audit log and the activity name.
 */

const BEFORE_COUNTERS = 'Migration20261122041000_single_line';
let former: OldSchemaDatabase;
const [ada, edda, gone] = [uuidv7(), uuidv7(), uuidv7()];
const reviewed = uuidv7();
const [byEditor, byAuthorAgain, unnamed, byGone, draft] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];

const DECIDED_AT = '2026-11-01T10:00:00Z';
const audit = (actor: string, action: string, item: string, after: object) =>
  former.query(
    `insert into audit_log (id, actor_id, actor_name, action, subject_type, subject_id, after, created_at)
     values ($1, $2, 'Edda', $3, 'document', $4, $5, $6)`,
    [uuidv7(), actor, action, item, after, DECIDED_AT],
  );
const addDocument = (id: string, status: string) =>
  former.addItem({
    id,
    authorId: ada,
    kind: 'document',
    status,
    visibility: 'PUBLIC',
    hiddenAt: null,
    publishedAt: status === 'PUBLISHED' ? new Date() : null,
  });

async function addFiles(): Promise<void> {
  const files: [digit: string, size: number, uploader: string | null][] = [
    ['a', 10, ada],
    ['a', 10, edda],
    ['b', 5, ada],
    ['c', 2, null],
  ];
  for (const [digit, size, uploader] of files)
    await former.query(
      `insert into files (id, sha256, size, media_type, name, uploader_id, created_at)
       values ($1, $2, $3, 'image/webp', 'x.webp', $4, now())`,
      [uuidv7(), digit.repeat(64), size, uploader],
    );
}

async function addRevisions(): Promise<void> {
  await addDocument(reviewed, 'PUBLISHED');
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
      [uuidv7(), reviewed, version, ada, state, note],
    );
  await audit(edda, 'document.reviewed', reviewed, { action: 'request_changes', note: 'Too short.', version: 1 });
  await audit(edda, 'document.status_changed', reviewed, { status: 'DRAFT', note: 'Returned by status.' });
  await audit(edda, 'document.reviewed', reviewed, { action: 'approve', note: '', version: 2 });
}

async function addSubmissions(): Promise<void> {
  for (const id of [byEditor, byAuthorAgain, unnamed, byGone, draft])
    await addDocument(id, id === draft ? 'DRAFT' : 'IN_REVIEW');
  for (const id of [byEditor, byAuthorAgain, byGone, draft])
    await audit(id === byGone ? gone : edda, 'document.status_changed', id, { status: 'IN_REVIEW' });
  for (const [user, time] of [
    [edda, DECIDED_AT],
    [ada, '2026-11-02T10:00:00Z'],
  ])
    await former.query(
      `insert into activity (id, action, content_type, content_id, user_id, created_at)
       values ($1, 'submitted', 'document', $2, $3, $4)`,
      [uuidv7(), byAuthorAgain, user, time],
    );
}

beforeAll(async () => {
  former = await OldSchemaDatabase.at(BEFORE_COUNTERS);
  await former.addUser(ada, 'Ada', 'ada');
  await former.addUser(edda, 'Edda', 'edda');
  await addFiles();
  await former.migrate('up', 'Migration20261122120000_file_counters');
  await addRevisions();
  await former.migrate('up', 'Migration20261122183000_home_work');
  await addSubmissions();
  await former.migrate('up');
});
afterAll(() => former.close());

const counters = () =>
  former.query<{ name: string; n: string }>(`select name, n from counters where name like 'files.%'`);
const reviewers = () =>
  former.query('select version, reviewer_id, reviewed_at from document_revisions where item_id = $1 order by id', [
    reviewed,
  ]);
const submitters = async () => {
  const rows = await former.query<{ id: string; submitter_id: string | null }>(
    'select id, submitter_id from content_items',
  );
  return [byEditor, byAuthorAgain, unnamed, byGone, draft].map((id) => rows.find((row) => row.id === id)?.submitter_id);
};

async function expectComputed(): Promise<void> {
  const bytes = Object.fromEntries((await counters()).map(({ name, n }) => [name, n]));
  expect(bytes).toEqual({ [`files.bytes.${edda}`]: '10', [`files.bytes.${ada}`]: '15', 'files.bytes': '17' });
  const byEdda = { reviewer_id: edda, reviewed_at: new Date(DECIDED_AT) };
  const byNone = { reviewer_id: null, reviewed_at: null };
  expect(await reviewers()).toEqual([
    { version: 1, ...byNone },
    { version: null, ...byEdda },
    { version: null, ...byEdda },
    { version: null, ...byNone },
    { version: 2, ...byEdda },
  ]);
  expect(await submitters()).toEqual([edda, ada, null, null, null]);
}

test('the migrations count bytes, and take reviewers and submitters from the audit log and the activity', async () => {
  await expectComputed();
  expect((await former.findDifferences()).filter(({ name }) => name.startsWith('bytes of'))).toEqual([]);
});

test('they can be reverted and applied again', async () => {
  await former.migrate('down', BEFORE_COUNTERS);
  expect(await counters()).toEqual([]);
  await expect(reviewers()).rejects.toThrow(/reviewer_id/);
  await expect(submitters()).rejects.toThrow(/submitter_id/);
  await former.migrate('up');
  await expectComputed();
});
