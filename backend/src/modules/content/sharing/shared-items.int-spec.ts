import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createCategory, createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { encodeForm } from '../../../../test/support/forms.js';
import { limitReading } from '../../../../test/support/groups.js';
import { createPng } from '../../../../test/support/images.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { addMedia, createVideo, publishWithoutReview } from '../../../../test/support/videos.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { ImageResponse } from '../images/images.controller.js';
import type { NewShareLinkResponse, ShareLinkResponse } from './share-links.dto.js';
import type { SharedItemResponse } from './shared-items.dto.js';
import { shareLinksEnabled } from './sharing.settings.js';

/* What guests read by a share link, and when that ends. */

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let author: TestUser;
beforeAll(async () => {
  ({ hub, admin, editor, author } = await createTestAppWithUsers({
    admin: 'ADMIN',
    editor: 'EDITOR',
    author: 'CONTRIBUTOR',
  }));
  await publishWithoutReview(hub);
});
afterAll(() => hub.close());

interface Link extends NewShareLinkResponse {
  token: string;
}

async function share(user: TestUser, item: string, body: object = {}): Promise<Link> {
  const response = await user.request<NewShareLinkResponse>('POST', `/${item}/share-links`, { body });
  expect(response.status).toBe(201);
  return { ...response.body, token: response.body.url.split('/').at(-1)! };
}

async function publish(fields: object = {}): Promise<string> {
  const { id } = await createDocument(author, { visibility: 'LOGGED_IN', ...fields });
  await setDocumentStatus(admin, id, 'PUBLISHED');
  return `documents/${id}`;
}

const open = ({ token }: Pick<Link, 'token'>, password?: string) =>
  hub.request<SharedItemResponse & { code: string; detail: string }>('POST', '/shared', { body: { token, password } });
const get = (url: string) => hub.request<SharedItemResponse>('GET', url.replace(/^\/api/, ''));

const uploadImage = async (user: TestUser) =>
  (await user.request<ImageResponse>('POST', '/images', await encodeForm({ image: await createPng() }))).body;

describe('a document', () => {
  test('is opened without an account, with its images and nothing else of the hub', async () => {
    const [shown, elsewhere] = [await uploadImage(author), await uploadImage(author)];
    const category = await createCategory(admin, { name: 'Secret plans' });
    await publish({ content: `![x](${elsewhere.url})` });
    const foreign = `https://other.example/files/${uuidv7()}/9f86d081884c7d65`;
    const document = await publish({
      title: 'Plan',
      summary: 'In short',
      content: `# Plan\n![x](${shown.url})\n![y](${foreign})`,
      category_id: category.id,
      tags: ['hidden-tag'],
    });
    const link = await share(author, document);
    const { status, body, headers, text } = await open(link);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        grant: expect.stringMatching(/^[\w-]{70}$/),
        type: 'document',
        title: 'Plan',
        summary: 'In short',
        content: `# Plan\n![x](/api/shared/${body.grant}${shown.url.slice(4)})\n![y](${foreign})`,
        version: 1,
        updated_at: expect.any(String),
        thumbnail: null,
        video: null,
        pages: [],
      },
    });
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    for (const word of [author.id, author.name, 'Secret plans', 'hidden-tag', document.split('/')[1]!])
      expect(text).not.toContain(word);

    const file = await get(`/shared/${body.grant}${shown.url.slice(4)}`);
    expect(file).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache' },
    });
    // Neither the usual address nor the file of another item.
    expect((await get(shown.url)).status).toBe(404);
    expect((await get(`/shared/${body.grant}${elsewhere.url.slice(4)}`)).status).toBe(404);
    expect((await hub.request('GET', `/${document}`)).status).toBe(404);
    for (const path of ['video', 'hls/main.m3u8', 'hls/480.m3u8', 'captions.vtt'])
      expect((await get(`/shared/${body.grant}/${path}`)).status).toBe(404);
  });

  test('is read again by the grant as it is then, which does not count', async () => {
    const document = await publish({ content: 'Before' });
    const link = await share(author, document);
    const { grant } = (await open(link)).body;
    await admin.request('PUT', `/admin/${document}`, { body: { content: 'After' } });
    expect((await get(`/shared/${grant}`)).body).toMatchObject({ grant, content: 'After', version: 2 });
    await open(link);
    const [listed] = (await author.request<ShareLinkResponse[]>('GET', `/${document}/share-links`)).body;
    expect(listed).toMatchObject({ opens: 2, last_opened_at: expect.any(String) });
    expect((await author.request<{ view_count: number }>('GET', `/${document}`)).body.view_count).toBe(0);
  });

  test('its thumbnail is shown where readers see it above the text', async () => {
    const document = await publish();
    await author.request('POST', `/${document}/thumbnail`, await encodeForm({ thumbnail: await createPng(600, 300) }));
    const link = await share(author, document);
    const { thumbnail } = (await open(link)).body;
    expect((await get(thumbnail!)).headers['content-type']).toBe('image/webp');
    await author.request('PUT', `/admin/${document}`, { body: { thumbnail_placement: 'CARD' } });
    expect((await open(link)).body.thumbnail).toBeNull();
  });
});

test('a video is played by the right of its link', async () => {
  const { id } = await createVideo(author, { visibility: 'LOGGED_IN', transcript: '0:00 Hello\n0:03 Bye' });
  const media = await addMedia(hub, author, id);
  const link = await share(author, `videos/${id}`);
  const { grant, video } = (await open(link)).body;
  expect(video).toMatchObject({ source_type: 'UPLOAD', duration_sec: 90, transcript: '0:00 Hello\n0:03 Bye' });
  const file = await hub.request('GET', video!.file_url!.slice(4), { headers: { range: 'bytes=0-7' } });
  expect(file).toMatchObject({ status: 206, text: 'Playable', headers: { 'cache-control': 'private, no-cache' } });
  const main = await get(video!.hls_url!);
  expect(main.text).toContain('\n480.m3u8\n');
  const playlist = await get(video!.hls_url!.replace('main.m3u8', '480.m3u8'));
  const segments = `/api/shared/${grant}${media.rendition.url.slice(4)}`;
  expect(playlist.text).toContain(`#EXT-X-MAP:URI="${segments}",BYTERANGE="10@0"`);
  expect(playlist.text).toContain(`#EXT-X-BYTERANGE:9@10\n${segments}\n`);
  expect((await get(segments)).text).toContain('Rendition of');
  expect((await get(video!.captions_url!)).text).toContain('00:00:00.000 --> 00:00:03.000\nHello\n');
  expect((await get(`/videos/${id}/file`)).status).toBe(404);

  await author.request('DELETE', `/share-links/${link.id}`);
  for (const url of [video!.file_url!, video!.hls_url!, video!.captions_url!, segments, `/shared/${grant}`])
    expect((await get(url)).status).toBe(404);
});

interface Case {
  when: string;
  end: (item: string, link: Link) => Promise<unknown>;
  /** undefined where the link has ended for good */
  resume?: (item: string) => Promise<unknown>;
}

describe('a link and its grants end', () => {
  const cases: Case[] = [
    { when: 'when it is revoked', end: (_item, { id }) => author.request('DELETE', `/share-links/${id}`) },
    {
      when: 'when it expires',
      end: (_item, { id }) =>
        hub.database.query(`update share_links set expires_at = now() - interval '1 second' where id = $1`, [id]),
    },
    {
      when: 'while the item is archived',
      end: (item) => author.request('PUT', `/${item}/status`, { body: { status: 'ARCHIVED' } }),
      resume: (item) => admin.request('PUT', `/${item}/status`, { body: { status: 'PUBLISHED' } }),
    },
    {
      when: 'while the item is hidden by moderation',
      end: (item) =>
        hub.database.query('update content_items set hidden_at = now() where id = $1', [item.split('/')[1]]),
      resume: (item) =>
        hub.database.query('update content_items set hidden_at = null where id = $1', [item.split('/')[1]]),
    },
    {
      when: 'while the item is in the trash',
      end: (item) => admin.request('DELETE', `/admin/${item}`),
      resume: (item) => admin.request('POST', `/trash/document/${item.split('/')[1]}/restore`),
    },
    {
      when: 'while the item is INTERNAL, unless its creator could make it so',
      end: (item) => editor.request('PUT', `/admin/${item}`, { body: { visibility: 'INTERNAL' } }),
      resume: (item) => editor.request('PUT', `/admin/${item}`, { body: { visibility: 'LOGGED_IN' } }),
    },
    {
      when: 'while its creator may not read in the category of the item',
      end: async (item) => {
        const { id: category_id } = await createCategory(admin);
        await limitReading(admin, `/categories/${category_id}`, []);
        await editor.request('PUT', `/admin/${item}`, { body: { category_id } });
      },
      resume: (item) => editor.request('PUT', `/admin/${item}`, { body: { category_id: '' } }),
    },
    {
      when: 'while share links are turned off',
      end: () => hub.get(Settings).set(shareLinksEnabled, false, null),
      resume: () => hub.get(Settings).set(shareLinksEnabled, true, null),
    },
  ];

  test.each(cases)('$when', async ({ end, resume }) => {
    const image = await uploadImage(author);
    const item = await publish({ content: `![x](${image.url})` });
    const link = await share(author, item);
    const { grant } = (await open(link)).body;
    const read = async () => [
      (await open(link)).status,
      (await get(`/shared/${grant}`)).status,
      (await get(`/shared/${grant}${image.url.slice(4)}`)).status,
    ];
    expect(await read()).toEqual([200, 200, 200]);
    await end(item, link);
    expect(await read()).toEqual([404, 404, 404]);
    const unknown = await open({ token: 'x'.repeat(43) });
    expect((await open(link)).body).toMatchObject({ code: unknown.body.code, detail: unknown.body.detail });
    if (!resume) return;
    await resume(item);
    expect(await read()).toEqual([200, 200, 200]);
  });

  test('a link by a holder of content.set_internal opens an INTERNAL item', async () => {
    const item = await publish();
    const [before, byAuthor] = [await share(editor, item), await share(author, item)];
    await editor.request('PUT', `/admin/${item}`, { body: { visibility: 'INTERNAL' } });
    const after = await share(editor, item);
    for (const link of [before, after]) expect((await open(link)).status).toBe(200);
    expect((await open(byAuthor)).status).toBe(404);
  });

  test('a draft is not opened by the link of another item, nor by texts that are no tokens', async () => {
    for (const token of ['x', '\u{1F600}', '%00', '../files']) expect((await open({ token })).status).toBe(404);
    expect((await hub.request('POST', '/shared', { body: { token: 'a\u0000' } })).status).toBe(400);
    for (const grant of ['x', 'x'.repeat(70), '..'])
      expect((await get(`/shared/${grant}/captions.vtt`)).status).toBe(404);
  });
});

describe('a password', () => {
  test('is asked for, and is enough', async () => {
    const link = await share(author, await publish(), { password: 'Straße 12' });
    expect(await open(link)).toMatchObject({ status: 401, body: { code: 'password_required' } });
    expect(await open(link, 'wrong')).toMatchObject({ status: 401, body: { code: 'password_wrong' } });
    const [row] = await hub.database.query('select opens from share_links where id = $1', [link.id]);
    expect(row).toEqual({ opens: 0 });
    // Also in another normal form of Unicode.
    for (const password of ['Straße 12', 'Straße 12'.normalize('NFD')])
      expect((await open(link, password)).status).toBe(200);
    expect((await open(link)).text).not.toContain('Plan');
  });

  test('a session changes nothing', async () => {
    const link = await share(author, await publish(), { password: 'glacier' });
    const { status } = await author.request('POST', '/shared', { body: { token: link.token } });
    expect(status).toBe(401);
  });

  test('after 20 wrong ones no more are tried for a while, by link and address', async () => {
    const document = await publish();
    const [link, other] = [
      await share(author, document, { password: 'glacier' }),
      await share(author, document, { password: 'glacier' }),
    ];
    const attempts = await Promise.all(Array.from({ length: 22 }, (_, n) => open(link, `wrong ${n}`)));
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([...Array<number>(20).fill(401), 429, 429]);
    const refused = await open(link, 'glacier');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body.detail).toMatch(/^Too many wrong passwords\. Please wait 60 minutes and try again\.$/);
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await open(other, 'glacier')).status).toBe(200);
  });

  test('a right one begins the count anew', async () => {
    const link = await share(author, await publish(), { password: 'glacier' });
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 15; n++) expect((await open(link, 'wrong')).status).toBe(401);
      expect((await open(link, 'glacier')).status).toBe(200);
    }
  });
});

/** As {@link share}, with the pages below. */
const shareAll = (user: TestUser, id: string, fields: object = {}) =>
  share(user, `documents/${id}`, { include_children: true, ...fields });
const listTitles = async (link: Link) => (await open(link)).body.pages.map(({ title, depth }) => `${depth} ${title}`);

describe('a link that opens the pages below', () => {
  let category: string;
  beforeAll(async () => {
    category = (await createCategory(admin)).id;
  });

  /** A published page of a user below another one; their ids. */
  async function addPage(user: TestUser, title: string, parent_id?: string, fields: object = {}): Promise<string> {
    const { id } = await createDocument(user, { title, category_id: category, visibility: 'LOGGED_IN', ...fields });
    await setDocumentStatus(admin, id, 'PUBLISHED');
    if (parent_id) {
      const body = { category_id: category, parent_id };
      expect((await admin.request('PUT', `/content/document/${id}/position`, { body })).status).toBe(200);
    }
    return id;
  }

  test('lists them in the order of the tree, and each by a grant of its own', async () => {
    const image = await uploadImage(author);
    const root = await addPage(author, 'Root');
    const a = await addPage(author, 'A', root);
    const a1 = await addPage(author, 'A1', a, { content: `![x](${image.url})` });
    const { id: video } = await createVideo(author, { title: 'V', category_id: category });
    await admin.request('PUT', `/content/video/${video}/position`, {
      body: { category_id: category, parent_id: root },
    });
    await addPage(author, 'Beside');
    const link = await shareAll(author, root);
    const { body } = await open(link);
    expect(body.pages).toEqual(
      [
        ['Root', root, 0, 'document'],
        ['A', a, 1, 'document'],
        ['A1', a1, 2, 'document'],
        ['V', video, 1, 'video'],
      ].map(([title, id, depth, type]) => ({ title, id, depth, type, grant: expect.stringMatching(/^[\w-]{70}$/) })),
    );
    const [, , below, film] = body.pages;
    const child = (await get(`/shared/${below!.grant}`)).body;
    expect(child).toMatchObject({ title: 'A1', grant: below!.grant, pages: body.pages.map(({ id }) => ({ id })) });
    expect((await get(`/shared/${film!.grant}`)).body.video).toMatchObject({ source_type: 'YOUTUBE' });
    // Each grant opens the files of its own page.
    const path = image.url.slice(4);
    expect((await get(`/shared/${below!.grant}${path}`)).status).toBe(200);
    expect((await get(`/shared/${body.grant}${path}`)).status).toBe(404);
    expect((await author.request<ShareLinkResponse[]>('GET', `/documents/${root}/share-links`)).body).toMatchObject([
      { include_children: true, opens: 1 },
    ]);

    // Moved away, it is opened no more; what is below it neither.
    const place = { body: { category_id: category, parent_id: null } };
    expect((await admin.request('PUT', `/content/document/${a}/position`, place)).status).toBe(200);
    expect((await get(`/shared/${below!.grant}`)).status).toBe(404);
    expect(await listTitles(link)).toEqual(['0 Root', '1 V']);
    await author.request('DELETE', `/share-links/${link.id}`);
    for (const { grant } of body.pages) expect((await get(`/shared/${grant}`)).status).toBe(404);
  });

  test('opens nothing that its creator could not share, and nothing below that', async () => {
    const root = await addPage(author, 'Root');
    const own = await addPage(author, 'Own', root);
    const foreign = await addPage(editor, 'Foreign', root);
    await addPage(author, 'Below foreign', foreign);
    const internal = await addPage(editor, 'Internal', root, { visibility: 'INTERNAL' });
    await addPage(editor, 'Below internal', internal);
    const [byAuthor, byEditor] = [await shareAll(author, root), await shareAll(editor, root)];
    expect(await listTitles(byAuthor)).toEqual(['0 Root', '1 Own']);
    const all = (await open(byEditor)).body.pages;
    expect(all.map(({ title }) => title)).toEqual([
      'Root',
      'Own',
      'Foreign',
      'Below foreign',
      'Internal',
      'Below internal',
    ]);
    await hub.database.query('update content_items set hidden_at = now() where id = $1', [foreign]);
    expect(await listTitles(byEditor)).toEqual(['0 Root', '1 Own', '1 Internal', '2 Below internal']);
    expect((await get(`/shared/${all[3]!.grant}`)).status).toBe(404);
    await admin.request('PUT', `/documents/${own}/status`, { body: { status: 'ARCHIVED' } });
    expect(await listTitles(byAuthor)).toEqual([]);
  });

  test('without that choice a link opens its own item only', async () => {
    const root = await addPage(author, 'Root');
    await addPage(author, 'A', root);
    expect(await listTitles(await share(author, `documents/${root}`))).toEqual([]);
  });
});
