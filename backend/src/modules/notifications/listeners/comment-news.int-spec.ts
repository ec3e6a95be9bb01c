import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { moveTo, write } from '../../../../test/support/documents.js';
import { eventually } from '../../../../test/support/eventually.js';
import { jobsDone } from '../../../../test/support/jobs.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { NotificationResponse } from '../inbox/notifications.dto.js';

let hub: TestApp;
let author: Person;
let ann: Person;
let bob: Person;
let document: { id: string; slug: string };
beforeAll(async () => {
  hub = await createTestApp();
});
beforeEach(async () => {
  [author, ann, bob] = [
    await hub.people.create('EDITOR', 'Ada'),
    await hub.people.create('VIEWER', 'Ann'),
    await hub.people.create('VIEWER', 'Bob'),
  ];
  document = await write(author, { title: 'Rules', status: 'PUBLISHED' });
});
afterAll(() => hub.close());

const say = async (person: Person, content: string) =>
  (
    await person.ask<{ id: string }>('POST', '/comments', {
      body: { content_type: 'document', content_id: document.id, content },
    })
  ).body;
const told = async (person: Person) => (await person.ask<NotificationResponse[]>('GET', '/notifications')).body;
const kinds = async (person: Person) => (await told(person)).map(({ kind }) => kind);
const settled = () => jobsDone(hub.database, 'notify');

test('the author of the document and whoever is mentioned hear of a comment, each once, with the way there', async () => {
  const { id } = await say(ann, `@${bob.handle}, is this right? @${ann.handle}`);
  await eventually(
    () => kinds(bob),
    (all) => all.length > 0,
  );
  await settled();
  expect(await told(bob)).toEqual([
    expect.objectContaining({
      kind: 'mention',
      title: 'You were mentioned',
      message: 'Ann mentioned you in a comment on “Rules”.',
      url: `/docs/${document.slug}#comment-${id}`,
    }),
  ]);
  expect(await told(author)).toEqual([
    expect.objectContaining({ kind: 'comment', title: 'New comment', message: 'Ann commented on “Rules”.' }),
  ]);
  expect(await told(ann)).toEqual([]);
});

test('an author who is mentioned in a comment on their own document hears of it once', async () => {
  await say(ann, `Thanks @${author.handle}`);
  await settled();
  expect(await kinds(author)).toEqual(['mention']);
  await say(author, `Thanks to myself @${author.handle}`);
  await settled();
  expect(await kinds(author)).toEqual(['mention']);
});

test('an edit tells whom it mentions for the first time, and nobody twice', async () => {
  const { id } = await say(ann, `@${bob.handle}`);
  const eve = await hub.people.create();
  for (const content of [
    `@${bob.handle} and @${eve.handle}`,
    `@${eve.handle}`,
    `@${bob.handle} and @${eve.handle} again`,
  ])
    await ann.ask('PUT', `/comments/${id}`, { body: { content } });
  await settled();
  expect([await kinds(bob), await kinds(eve)]).toEqual([['mention'], ['mention']]);
});

test('who may not see the document is not told; what is deleted, hidden or closed disappears', async () => {
  await author.ask('PUT', `/admin/documents/${document.id}`, { body: { visibility: 'INTERNAL' } });
  const insider = await hub.people.create('CONTRIBUTOR');
  const { id } = await say(insider, `@${bob.handle} @${author.handle}`);
  await settled();
  expect([await kinds(bob), await kinds(author)]).toEqual([[], ['mention']]);
  await author.ask('PUT', `/admin/documents/${document.id}`, { body: { visibility: 'PUBLIC' } });
  const open = await say(insider, `@${bob.handle}`);
  await settled();
  expect(await kinds(bob)).toEqual(['mention']);
  await hub.database.query('update comments set hidden_at = now() where id = $1', [open.id]);
  expect(await kinds(bob)).toEqual([]);
  // Whoever moderates still sees it.
  expect(await kinds(author)).toContain('comment');
  await hub.database.query('update comments set hidden_at = null where id = $1', [open.id]);
  await moveTo(author, document.id, 'DRAFT');
  expect(await kinds(bob)).toEqual([]);
  await moveTo(author, document.id, 'PUBLISHED');
  expect(await kinds(bob)).toEqual(['mention']);
  await insider.ask('DELETE', `/comments/${open.id}`);
  await insider.ask('DELETE', `/comments/${id}`);
  expect([await kinds(bob), await kinds(author)]).toEqual([[], []]);
});

test('whose comment a moderator changes hears of it, with the way there; whoever changes their own knows', async () => {
  const { id } = await say(ann, 'Rude');
  await ann.ask('PUT', `/comments/${id}`, { body: { content: 'Very rude' } });
  await author.ask('PUT', `/comments/${id}`, { body: { content: 'Polite' } });
  await settled();
  expect(await told(ann)).toEqual([
    expect.objectContaining({
      kind: 'comment_edited',
      message: 'Ada edited your comment on “Rules”.',
      url: `/docs/${document.slug}#comment-${id}`,
    }),
  ]);
});

test('whose comment a moderator deletes hears of it; whoever deletes their own knows', async () => {
  const [one, two] = [await say(ann, 'Rude'), await say(ann, 'Also rude')];
  await author.ask('DELETE', `/comments/${one.id}`);
  await ann.ask('DELETE', `/comments/${two.id}`);
  await settled();
  expect(await told(ann)).toEqual([
    expect.objectContaining({
      kind: 'comment_deleted',
      message: 'Ada deleted your comment on “Rules”.',
      url: `/docs/${document.slug}`,
    }),
  ]);
});
