import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { NotificationsFacade } from '../src/modules/notifications/notifications.facade.js';
import { QueryCache } from '../src/platform/cache/query-cache.js';
import { createCategory, createDocument, setDocumentStatus } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { report } from './support/reports.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo } from './support/videos.js';

/* The pages of every list that loads more, while rows are added and deleted between them. */

const ROWS = 6;
const LIMIT = 3;

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  [admin, editor] = [await hub.users.create('ADMIN'), await hub.users.create('EDITOR')];
});
afterAll(() => hub.close());

interface ListPage {
  ids: string[];
  next: string | null;
}
type Row = { id: string };

/** One list: its rows are created by `add` in each case, so that lists do not depend on each other. */
interface ListCase {
  name: string;
  /** @returns what adds a row and what reads a page of the list */
  prepare: () => PreparedList | Promise<PreparedList>;
}
interface PreparedList {
  add: (number: number) => Promise<string>;
  remove: (id: string) => Promise<unknown>;
  read: (cursor: string | null) => Promise<ListPage>;
}

const removeRow = (table: string) => async (id: string) => {
  await hub.database.query(`delete from ${table} where id = $1`, [id]);
  hub.get(QueryCache).invalidate();
};

/** A page of an array, whose cursor is a header. */
const readArray =
  (user: TestUser, path: string, toId = (row: Row) => row.id) =>
  async (cursor: string | null): Promise<ListPage> => {
    const query = `limit=${LIMIT}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body, headers } = await user.request<Row[] | { items: Row[] }>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}${query}`,
    );
    expect(status).toBe(200);
    const rows = Array.isArray(body) ? body : body.items;
    return { ids: rows.map(toId), next: (headers['x-next-cursor'] as string | undefined) ?? null };
  };

/** A page of a named response, which contains its cursor. */
const readNamed =
  (user: TestUser, path: string) =>
  async (cursor: string | null): Promise<ListPage> => {
    const query = `limit=${LIMIT}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { body } = await user.request<{ items: Row[]; next_cursor: string | null }>('GET', `${path}${query}`);
    return { ids: body.items.map(({ id }) => id), next: body.next_cursor };
  };

const readSearch =
  (request: object) =>
  async (cursor: string | null): Promise<ListPage> => {
    const { status, body } = await admin.request<{ results: Row[]; next_cursor: string | null }>('POST', '/search', {
      body: { ...request, limit: LIMIT, ...(cursor !== null && { cursor }) },
    });
    expect(status).toBe(200);
    return { ids: body.results.map(({ id }) => id), next: body.next_cursor };
  };

const published = { status: 'PUBLISHED' };
const withoutRateLimits = () => hub.database.query('delete from rate_limits');

const items = (kind: 'documents' | 'videos', sort: string): ListCase => ({
  name: `${kind} by ${sort}`,
  prepare: async () => {
    const category = await createCategory(admin);
    return {
      // Rows with equal sort values, and times of one millisecond.
      add: async (number) => {
        const fields = { category_id: category.id };
        const { id } = await (kind === 'documents' ? createDocument(admin, fields) : createVideo(admin, fields));
        await hub.database.query(
          `update content_items
           set view_count = $2, like_count = $2,
               updated_at = timestamptz '2026-01-01 10:00:00.123' + $3 * interval '1 us'
           where id = $1`,
          [id, number % 3, number],
        );
        hub.get(QueryCache).invalidate();
        return id;
      },
      remove: removeRow('content_items'),
      read: readArray(admin, `/${kind}?category_id=${category.id}&sort=${sort}`),
    };
  },
});

const users = (query: string): ListCase => ({
  name: `users ${query || 'by id'}`,
  prepare: () => {
    const name = `Keyset ${randomUUID()}`;
    return {
      add: async (number) => {
        const { id } = await hub.users.create(number % 2 ? 'VIEWER' : 'EDITOR', name);
        await hub.database.query(
          `update users
           set last_login_at = case when $2 % 3 > 0
                 then timestamptz '2026-01-01 10:00:00.123' + ($2 % 3) * interval '1 us' end
           where id = $1`,
          [id, number],
        );
        return id;
      },
      remove: (id) => hub.database.query('update users set erased_at = now() where id = $1', [id]),
      read: readArray(admin, `/users?q=${encodeURIComponent(name)}&${query}`),
    };
  },
});

/** A word that no other row has. */
const createWord = () => `w${randomUUID().replace(/[-\d]/g, 'x').slice(0, 14)}${randomUUID().replace(/[^a-f]/g, '')}q`;

const cases: ListCase[] = [
  ...['newest', 'updated', 'views', 'likes'].map((sort) => items('documents', sort)),
  items('videos', 'newest'),
  ...['', 'sort=name', 'sort=name&order=desc', 'sort=email', 'sort=role', 'sort=joined'].map(users),
  ...['sort=last_login', 'sort=last_login&order=asc'].map(users),
  {
    name: 'notifications',
    prepare: async () => {
      const user = await hub.users.create();
      return {
        add: async (number) => {
          await hub.get(NotificationsFacade).notify({
            userIds: [user.id],
            key: randomUUID(),
            kind: 'comment',
            title: () => 'News',
            message: () => '',
            url: '/docs',
            subject: null,
          });
          const [row] = await hub.database.query<Row>(
            `update notifications
             set created_at = timestamptz '2026-01-01 10:00:00.123' + $2 * interval '1 us'
             where id = (select id from notifications where user_id = $1 order by id desc limit 1) returning id`,
            [user.id, number],
          );
          return row!.id;
        },
        remove: removeRow('notifications'),
        read: readArray(user, '/notifications'),
      };
    },
  },
  {
    name: 'bookmarks',
    prepare: async () => {
      const user = await hub.users.create();
      return {
        add: async () => {
          const { id } = await createDocument(admin, published);
          const body = { content_type: 'document', content_id: id };
          return (await user.request<Row>('POST', '/bookmarks', { body })).body.id;
        },
        remove: (id) => user.request('DELETE', `/bookmarks/${id}`),
        read: readArray(user, '/user/bookmarks'),
      };
    },
  },
  {
    name: 'comments',
    prepare: async () => {
      const { id: content_id } = await createDocument(admin, published);
      const body = { content_type: 'document', content_id, content: 'Thanks!' };
      return {
        add: async () => {
          await withoutRateLimits();
          return (await admin.request<Row>('POST', '/comments', { body })).body.id;
        },
        remove: (id) => admin.request('DELETE', `/comments/${id}`),
        read: readArray(admin, `/comments/document/${content_id}`),
      };
    },
  },
  {
    name: 'revisions',
    prepare: async () => {
      const { id: document } = await createDocument(admin, published);
      return {
        add: async (number) => {
          await admin.request('PUT', `/admin/documents/${document}`, { body: { content: `Text ${number}` } });
          const rows = await hub.database.query<Row>(
            'select id from document_revisions where item_id = $1 order by id desc limit 1',
            [document],
          );
          return rows[0]!.id;
        },
        remove: removeRow('document_revisions'),
        read: readArray(admin, `/documents/${document}/revisions`),
      };
    },
  },
  {
    name: 'linked threads',
    prepare: async () => {
      const { id: item_id } = await createDocument(admin, published);
      const { id: category } = await createForumCategory(admin);
      return {
        add: async (number) => {
          await withoutRateLimits();
          const { id } = await createThread(admin, category, { about: { item_type: 'document', item_id } });
          await hub.database.query(
            `update forum_threads
             set last_post_at = timestamptz '2026-01-01 10:00:00.123' + $2 * interval '1 us' where id = $1`,
            [id, number % 4],
          );
          return id;
        },
        remove: (id) => admin.request('DELETE', `/forum/threads/${id}`),
        read: readArray(admin, `/forum/items/document/${item_id}/threads`),
      };
    },
  },
  {
    name: 'contributions',
    prepare: async () => {
      const user = await hub.users.create('ADMIN');
      const { id: document } = await createDocument(admin, published);
      const { id: category } = await createForumCategory(admin);
      const { id: thread } = await createThread(admin, category);
      const pathOf = new Map<string, string>();
      const send = async (path: string, body: object) => (await user.request<Row>('POST', path, { body })).body.id;
      return {
        add: async (number) => {
          await withoutRateLimits();
          const comment = { content_type: 'document', content_id: document, content: 'Thanks!' };
          const [path, id] =
            number % 3 === 0
              ? ['/admin/documents', (await createDocument(user, published)).id]
              : number % 3 === 1
                ? ['/comments', await send('/comments', comment)]
                : ['/forum/posts', (await reply(user, thread)).id];
          pathOf.set(id, path);
          return id;
        },
        remove: (id) => user.request('DELETE', `${pathOf.get(id)}/${id}`),
        read: readArray(user, `/users/${user.id}/activity`),
      };
    },
  },
  {
    name: 'reports',
    prepare: () => ({
      add: async () => {
        const { id } = await createDocument(admin, published);
        await report(editor.request, { type: 'document', id });
        return (await hub.database.one<Row>('select id from reports where subject_id = $1', [id]))!.id;
      },
      remove: removeRow('reports'),
      read: readArray(admin, '/admin/reports?state=open'),
    }),
  },
  {
    name: 'hidden items',
    prepare: () => ({
      add: async (number) => {
        const { id } = await createDocument(admin, published);
        await hub.database.query(
          `update content_items set hidden_at = timestamptz '2026-01-01 10:00:00.123' + $2 * interval '1 us'
           where id = $1`,
          [id, number % 4],
        );
        return id;
      },
      remove: removeRow('content_items'),
      read: readNamed(admin, '/admin/hidden-items?'),
    }),
  },
  {
    name: 'the moderation queue',
    prepare: () => ({
      add: async (number) => {
        const { id } = await createDocument(editor);
        await setDocumentStatus(editor, id, 'IN_REVIEW');
        await hub.database.query(
          `update content_items set submitted_at = timestamptz '2026-01-01 10:00:00.123' + $2 * interval '1 us'
           where id = $1`,
          [id, number % 4],
        );
        return id;
      },
      remove: removeRow('content_items'),
      read: readNamed(admin, '/admin/moderation-queue?reason=review&'),
    }),
  },
  {
    name: 'the latest items of a category',
    prepare: async () => {
      const { id: category_id } = await createCategory(admin);
      return {
        add: async () => (await createDocument(admin, { ...published, category_id })).id,
        remove: (id) => admin.request('DELETE', `/admin/documents/${id}`),
        read: readSearch({ category_id }),
      };
    },
  },
  ...['document', undefined, 'all'].map((content_type): ListCase => ({
    name: `results of the search in ${content_type ?? 'documents and videos'}`,
    prepare: () => {
      const word = createWord();
      return {
        add: async (number) => {
          const title = number % 2 ? `About ${word}` : `Number ${number}`;
          return (
            await createDocument(admin, { ...published, title, content: `On ${word}. `.repeat((number % 3) + 1) })
          ).id;
        },
        remove: (id) => admin.request('DELETE', `/admin/documents/${id}`),
        read: readSearch({ query: word, ...(content_type && { content_type }) }),
      };
    },
  })),
  ...(['thread', 'post', 'user'] as const).map((content_type): ListCase => ({
    name: `results of the search for type ${content_type}`,
    prepare: async () => {
      const word = createWord();
      const { id: category } = await createForumCategory(admin);
      const { id: thread } = await createThread(admin, category);
      const add = {
        thread: async () => (await createThread(admin, category, { title: `About ${word}` })).id,
        post: async () => (await reply(admin, thread, { content: `On ${word}.` })).id,
        user: async () => (await hub.users.create('VIEWER', `Person ${word}`)).id,
      };
      return {
        add: async () => {
          await withoutRateLimits();
          return add[content_type]();
        },
        remove: (id) =>
          content_type === 'user'
            ? hub.database.query('delete from search_entries where id = $1', [id])
            : admin.request('DELETE', `/forum/${content_type}s/${id}`),
        read: readSearch({ query: word, content_type }),
      };
    },
  })),
  {
    name: 'results of an unfinished word',
    prepare: () => {
      const word = createWord();
      return {
        add: async (number) => (await createDocument(admin, { ...published, title: `${word}${number} here` })).id,
        remove: (id) => admin.request('DELETE', `/admin/documents/${id}`),
        read: readSearch({ query: word }),
      };
    },
  },
];

test.each(cases.map(({ name, prepare }) => [name, prepare] as const))(
  '%s: rows that exist throughout are listed once, while others are added and deleted',
  async (_name, prepare) => {
    const { add, remove, read } = await prepare();
    const ids: string[] = [];
    for (let number = 0; number < ROWS; number++) ids.push(await add(number));
    const first = await read(null);
    expect(first.ids).toHaveLength(LIMIT);
    const unseen = ids.filter((id) => !first.ids.includes(id));
    const deleted = [first.ids[0]!, first.ids[2]!, unseen[1]!];
    for (const id of deleted) await remove(id);
    for (const number of [ROWS, ROWS + 1]) await add(number);
    const listed = [...first.ids];
    for (let { next } = first, pages = 1; next !== null; pages++) {
      expect(pages).toBeLessThan(ROWS);
      const page = await read(next);
      listed.push(...page.ids);
      next = page.next;
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.filter((id) => id !== unseen[1]).toSorted());
  },
);
