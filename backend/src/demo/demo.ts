import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Actor } from '../platform/access/actor.js';
import { AuthFacade, type CategoryRules, GroupsService } from '../modules/auth/index.js';
import { CategoriesService, ContentFacade } from '../modules/content/index.js';
import {
  DocumentHistorySeeder,
  type SeededEngagement,
  type SeededHistory,
  VideoSeeder,
} from '../modules/content/seeds.js';
import { DemoThreadsSeeder, type SeededThread } from '../modules/forum/seeds.js';
import { Database } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { CreatedLogin } from '../platform/config/credentials-file.js';
import { type DemoData, type DemoEngagement, getDemoPath, readDemoData } from './demo-data.js';
import { DemoTree } from './demo-tree.js';
import { sourceTexts } from '../platform/language/texts.js';

const DAY_MS = 24 * 3600_000;
/** The age of the forum. */
const FORUM_DAYS = 121;

type DemoThread = DemoData<'threads'>[number];
type DemoHistory = DemoData<'documents'>[string];

type DemoUser = readonly [DemoData<'users'>[number], Actor];

/** The users of the demo as actors. */
interface People {
  byName: ReadonlyMap<string, Actor>;
  byHandle: ReadonlyMap<string, Actor>;
  byRole: ReadonlyMap<string, Actor>;
}

/**
 * Creates the demo content through the same services as requests, so that all rules apply. Repeatable: what an
 * interrupted start has created is kept; its users get new passwords.
 * @param saveLogins called as soon as the users exist
 * @returns the logins of the five roles
 */
export async function createDemo(
  app: NestFastifyApplication,
  saveLogins: (logins: CreatedLogin[]) => Promise<void> = () => Promise.resolve(),
): Promise<CreatedLogin[]> {
  const [categories, histories] = [readDemoData('categories'), readDemoData('documents')];
  const content = app.get(ContentFacade);
  const history = app.get(DocumentHistorySeeder);
  const now = new Date();
  const { users, logins } = await createUsers(app.get(AuthFacade), now, saveLogins);
  const [, admin] = users.find(([{ role }]) => role === 'ADMIN') as DemoUser;
  const groupIds = await createGroups(app.get(GroupsService), admin, users);
  const toRules = (readers: readonly string[]): CategoryRules => ({
    read_group_ids: readers.map((name) => groupIds.get(name) ?? ''),
    write_group_ids: null,
    moderate_group_ids: [],
  });
  for (const { createdDaysAgo, readers, ...category } of categories.content)
    // Together, so that an interrupted start leaves no category open that has limits.
    await app
      .get(Database)
      .transaction(async () => {
        const id = await app.get(CategoriesService).create(admin, category, daysBefore(now, createdDaysAgo));
        if (readers) await app.get(CategoriesService).changeAccess(admin, id, toRules(readers));
      })
      .catch(ignoreExisting);
  const forum = app.get(DemoThreadsSeeder);
  const begun = daysBefore(now, FORUM_DAYS);
  const forumCategories = categories.forum.map(({ readers, ...category }) => ({
    ...category,
    rules: readers && toRules(readers),
  }));
  const categoryIds = await forum.createCategories(admin, forumCategories, begun);
  // Actors know what their groups open when they are loaded, so the categories come first.
  const people = await loadPeople(app.get(AuthFacade), users);
  const [editor, reviewer] = ['EDITOR', 'REVIEWER'].map((role) => people.byRole.get(role) as Actor);
  const tree = new DemoTree();
  const historyFor = (slug: string) => {
    const found = histories[slug];
    if (!found) throw new Error(`The demo lacks the history of “${slug}”.`);
    return buildHistory(found, people, now);
  };
  const { skipped } = await content.importDocuments(tree, {
    actor: editor as Actor,
    authors: people.byName,
    getTime: (slug) => historyFor(slug).createdAt,
  });
  const refused = skipped
    .map(({ path, reason }) => ({ path, reason: reason(sourceTexts) }))
    .filter(({ reason }) => !reason.startsWith('The same document already exists'));
  if (refused.length)
    throw new Error(`The demo left out ${refused.map(({ path, reason }) => `${path}: ${reason}`).join(' ')}`);
  const documents = await tree.documents();
  for (const { slug, author, status } of documents) {
    const { createdAt, publishedAt } = historyFor(slug);
    const decidedAt = publishedAt ?? now;
    const submittedAt = new Date((createdAt.getTime() + decidedAt.getTime()) / 2);
    const submitter: Actor = people.byName.get(author) ?? (editor as Actor);
    if (status !== 'DRAFT')
      await content.transitionDocument(submitter, slug, { from: 'DRAFT', to: 'IN_REVIEW', at: submittedAt });
    if (status === 'PUBLISHED' || status === 'ARCHIVED')
      await content.transitionDocument(reviewer as Actor, slug, { from: 'IN_REVIEW', to: status, at: decidedAt });
  }
  // The oldest first, so that newer comments come later.
  for (const { slug } of documents.toReversed()) await history.apply(slug, historyFor(slug));
  for (const thread of readDemoData('threads'))
    await forum.createThread(buildThread(thread, people, categoryIds, now), editor as Actor);
  // Last: their conversion begins at once, in the background.
  for (const { file, author, createdDaysAgo, engagement, ...video } of readDemoData('videos'))
    await app.get(VideoSeeder).create(people.byHandle.get(author) as Actor, {
      ...video,
      path: getDemoPath(`videos/${file}`),
      createdAt: daysBefore(now, createdDaysAgo),
      engagement: buildEngagement(engagement, createdDaysAgo, people, now),
    });
  for (const { item, ...link } of readDemoData('links')) {
    const id = await content.getVisibleId(item.kind, item.slug, admin);
    await forum.createLink(admin, { ...link, item: { kind: item.kind, id } });
  }
  return logins;
}

async function createUsers(
  auth: AuthFacade,
  now: Date,
  saveLogins: (logins: CreatedLogin[]) => Promise<void>,
): Promise<{ users: DemoUser[]; logins: CreatedLogin[] }> {
  const logins: CreatedLogin[] = [];
  const created: DemoUser[] = [];
  for (const user of readDemoData('users')) {
    const { role, email, name } = user;
    const { actor, password } = await auth.createUser({ role, email, name });
    created.push([user, actor]);
    logins.push({ role, email, password });
  }
  await saveLogins(logins);
  for (const [{ bio, signature, skills, location, handle, joinedDaysAgo }, actor] of created)
    await auth.seedProfile(actor, {
      bio,
      signature,
      skills,
      location,
      // The addresses of the demo users have no mailboxes.
      notification_preferences: { email: false },
      avatar: getDemoPath(`avatars/${handle}.png`),
      joinedAt: daysBefore(now, joinedDaysAgo),
    });
  return { users: created, logins };
}

async function loadPeople(auth: AuthFacade, users: readonly DemoUser[]): Promise<People> {
  const people = {
    byName: new Map<string, Actor>(),
    byHandle: new Map<string, Actor>(),
    byRole: new Map<string, Actor>(),
  };
  for (const [{ email, name, handle, role }] of users) {
    const actor = (await auth.findActorByEmail(email)) as Actor;
    people.byName.set(name, actor);
    people.byHandle.set(handle, actor);
    people.byRole.set(role, actor);
  }
  return people;
}

/** @returns the ids by name */
async function createGroups(
  groups: GroupsService,
  admin: Actor,
  users: readonly DemoUser[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { members, ...group } of readDemoData('groups')) {
    const userIds = users.filter(([{ handle }]) => members.includes(handle)).map(([, { userId }]) => userId);
    ids.set(group.name, await groups.seed(admin, group, userIds));
  }
  return ids;
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

function buildHistory({ createdDaysAgo, edits, ...engagement }: DemoHistory, people: People, now: Date): SeededHistory {
  const ago = (days: number) => daysBefore(now, days);
  // Published a day after they were written, but never in the future; reactions follow in the days after.
  const publishedDaysAgo = Math.max(createdDaysAgo - 1, createdDaysAgo * 0.8);
  return {
    createdAt: ago(createdDaysAgo),
    publishedAt: ago(publishedDaysAgo),
    edits: edits.map(({ by, daysAgo, note, replace, append }) => ({
      author: people.byHandle.get(by) as Actor,
      at: ago(daysAgo),
      note,
      change: (content) => {
        if (replace && !content.includes(replace[0])) throw new Error(`The demo’s text lacks “${replace[0]}”.`);
        return (replace ? content.replace(...replace) : content) + append;
      },
    })),
    ...buildEngagement(engagement, publishedDaysAgo, people, now),
  };
}

function buildEngagement(
  { comments, likes, helpful, confused, bookmarks, guests }: DemoEngagement,
  publishedDaysAgo: number,
  { byHandle }: People,
  now: Date,
): SeededEngagement {
  const ago = (days: number) => daysBefore(now, days);
  const user = (handle: string) => byHandle.get(handle) as Actor;
  const buildReactions = (handles: readonly string[], type: 'LIKE' | 'HELPFUL' | 'CONFUSED' | 'BOOKMARK') =>
    handles.map((handle, i) => ({ user: user(handle), type, at: ago(publishedDaysAgo / (i + 1.5)) }));
  return {
    comments: comments.map(({ by, daysAgo, text, replyTo, quote }) => ({
      author: user(by),
      at: ago(daysAgo),
      content: text,
      ...(replyTo !== undefined && { parentIndex: replyTo - 1 }),
      ...(quote !== undefined && { quote }),
    })),
    reactions: [
      ...buildReactions(likes, 'LIKE'),
      ...buildReactions(helpful, 'HELPFUL'),
      ...buildReactions(confused, 'CONFUSED'),
      ...buildReactions(bookmarks, 'BOOKMARK'),
    ],
    views: guests.map((count, day) => ({ day: ago(day), guests: count })),
  };
}

/** Replaces the names of categories in links by their addresses. */
const linkCategories = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replace(/\(<?category:([^>)]+)>?\)/g, (_link, name: string) => {
    const id = ids.get(name);
    if (!id) throw new Error(`The demo’s text links to an unknown category: ${name}`);
    return `(/community/category/${id})`;
  });

function buildThread(
  { posts, guests, readBy, ...thread }: DemoThread,
  { byHandle }: People,
  categoryIds: ReadonlyMap<string, string>,
  now: Date,
): SeededThread {
  const user = (handle: string) => byHandle.get(handle) as Actor;
  const buildPost = ({ by, daysAgo, text, replyTo, ...reactions }: DemoThread['posts'][number]) => {
    // In the days after the post.
    const react = (type: 'LIKE' | 'HELPFUL', handles: readonly string[]) =>
      handles.map((handle, n) => ({ user: user(handle), type, at: daysBefore(now, daysAgo / (n + 1.5)) }));
    return {
      author: user(by),
      at: daysBefore(now, daysAgo),
      content: linkCategories(text, categoryIds),
      replyTo,
      reactions: [...react('LIKE', reactions.likes), ...react('HELPFUL', reactions.helpful)],
    };
  };
  const [first, last] = [posts[0]?.daysAgo ?? 0, posts.at(-1)?.daysAgo ?? 0];
  return {
    ...thread,
    posts: posts.map(buildPost),
    readers: (readBy ?? [...byHandle.keys()]).map(user),
    readAt: daysBefore(now, last / 2),
    guests: Array.from({ length: guests }, (_, i) => daysBefore(now, (0.1 + 0.9 * spread(i)) * first)),
  };
}

/** Numbers from 0 to 1 that are evenly spread, however many there are (golden ratio). */
const spread = (i: number): number => (i * 0.618034) % 1;

function ignoreExisting(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'category_exists')) throw error;
}
