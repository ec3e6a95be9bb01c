import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestUser } from '../../../test/support/users.js';
import { createRole } from '../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { RoleStyleResponse, RoleStyleSavedResponse, RoleStylesResponse } from './roles.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
beforeEach(async () => {
  await hub.database.query(`update roles set style = '{}'`);
  await hub.database.query('delete from audit_log');
});
afterAll(() => hub.close());

type RoleStyleBody = RoleStyleSavedResponse & { errors: { field: string; message: string }[] };
const put = (role: string, body: object) =>
  admin.request<RoleStyleBody>('PUT', `/admin/role-styling/${role}`, { body });
const styleOf = async (role: string, path = '/admin/role-styling') =>
  (await admin.request<RoleStylesResponse>('GET', path)).body.role_styles.find((style) => style.role === role)!;
const publicly = (role: string) => styleOf(role, '/public/role-styling');
const styled = {
  display_name: 'Chief Editor',
  background_color: '#112233',
  text_color: '#EEEEEE',
  border_color: '#445566',
  font_weight: 'bold',
  font_size: '14px',
  border_radius: '9999px',
  padding: '4px 10px 4px 10px',
  margin: '0',
  css_class: 'chief',
  is_active: true,
};

describe('styles', () => {
  test('without a style every role has the default in its own color', async () => {
    const { role_styles } = (await admin.request<RoleStylesResponse>('GET', '/admin/role-styling')).body;
    expect(
      role_styles.map(({ role, display_name, background_color }) => [role, display_name, background_color]),
    ).toEqual([
      ['ADMIN', 'Administrator', '#DC2626'],
      ['EDITOR', 'Editor', '#7C3AED'],
      ['REVIEWER', 'Reviewer', '#2563EB'],
      ['CONTRIBUTOR', 'Contributor', '#15803D'],
      ['VIEWER', 'Viewer', '#6B7280'],
    ]);
    for (const style of role_styles)
      expect(style).toMatchObject({
        text_color: '#FFFFFF',
        border_color: '',
        font_weight: 'medium',
        font_size: '12px',
        border_radius: '4px',
        padding: '2px 8px',
        margin: '0 2px',
        is_active: true,
      });
  });

  test('are saved completely and public, and generate the CSS', async () => {
    const { status, body } = await put('EDITOR', styled);
    const inline_styles =
      'background-color: #112233; color: #EEEEEE; border: 1px solid #445566; ' +
      'font-weight: 700; font-size: 14px; border-radius: 9999px; padding: 4px 10px 4px 10px; margin: 0;';
    const whole = { role: 'EDITOR', ...styled, inline_styles, show_role_badge: true };
    expect([status, body]).toEqual([200, { message: 'Styling updated for EDITOR', role_style: whole }]);
    expect([await styleOf('EDITOR'), await publicly('EDITOR')]).toEqual([whole, whole]);
    expect((await put('EDITOR', { ...body.role_style })).body.role_style).toEqual(whole);
    expect(await publicly('REVIEWER')).toMatchObject({ background_color: '#2563EB' });
  });

  test('inherit missing values from the role', async () => {
    const { name, id } = await createRole(admin, [], { display_name: 'Translator', color: '#0EA5E9' });
    await put(name, { ...(await styleOf(name)), font_weight: 'bold' });
    await admin.request('PUT', `/admin/custom-roles/${id}`, {
      body: { display_name: 'Interpreter', color: '#9D174D' },
    });
    expect(await publicly(name)).toMatchObject({
      display_name: 'Interpreter',
      background_color: '#9D174D',
      font_weight: 'bold',
    });
    expect((await put(name, { text_color: '#000000' })).body.role_style).toMatchObject({
      font_weight: 'medium',
      text_color: '#000000',
    });
  });

  test('are kept while inactive, but not published', async () => {
    await put('EDITOR', { ...styled, is_active: false });
    expect(await styleOf('EDITOR')).toMatchObject({ ...styled, is_active: false });
    expect(await publicly('EDITOR')).toMatchObject({
      display_name: 'Editor',
      background_color: '#7C3AED',
      font_weight: 'medium',
      is_active: false,
    });
    expect((await publicly('EDITOR')).inline_styles).not.toContain('#112233');
  });

  test('are reset to the defaults of the role', async () => {
    const before = await styleOf('EDITOR');
    await put('EDITOR', styled);
    expect(await admin.request('DELETE', '/admin/role-styling/EDITOR')).toMatchObject({
      status: 200,
      body: { role_style: before },
    });
    const log = await hub.database.query<{ action: string }>(
      `select actor_id, action, before, after from audit_log where subject_type = 'role' and subject_id = 'EDITOR'
       order by id`,
    );
    expect(log).toEqual([
      {
        actor_id: admin.id,
        action: 'role.styled',
        before: { style: {} },
        after: { style: expect.objectContaining({ background_color: '#112233' }) },
      },
      {
        actor_id: admin.id,
        action: 'role.style_reset',
        before: { style: expect.objectContaining({ background_color: '#112233' }) },
        after: { style: {} },
      },
    ]);
  });
});

test('an unchanged style is not sent again, a changed one is', async () => {
  const first = await hub.request('GET', '/public/role-styling');
  const etag = { 'if-none-match': String(first.headers.etag) };
  expect(first.headers.etag).toMatch(/^W\/".+"$/);
  expect((await hub.request('GET', '/public/role-styling', { headers: etag })).status).toBe(304);
  await put('EDITOR', styled);
  expect((await hub.request('GET', '/public/role-styling', { headers: etag })).status).toBe(200);
  await put('EDITOR', {});
  await admin.request('PUT', '/admin/role-display-settings', { body: { visible_role_badges: [] } });
  expect((await hub.request('GET', '/public/role-styling', { headers: etag })).status).toBe(200);
  await admin.request('PUT', '/admin/role-display-settings', { body: { visible_role_badges: ['ADMIN', 'EDITOR'] } });
  expect((await hub.request('GET', '/public/role-styling', { headers: etag })).status).toBe(304);
});

/** Each is refused as each value; style-tokens.spec.ts has more of them. */
const payloads = ['#fff url(//x)', '4px; position:fixed', ';}</style><script>alert(1)</script>', '0 '.repeat(5120)];
const tokens = [
  'background_color',
  'text_color',
  'border_color',
  'font_weight',
  'font_size',
  'border_radius',
  'padding',
  'margin',
  'css_class',
  'inline_styles',
] as const satisfies (keyof RoleStyleResponse)[];

describe('CSS that the hub did not generate is refused', () => {
  test('as any value', async () => {
    for (const field of tokens)
      for (const payload of payloads) {
        const { status, body } = await put('EDITOR', { ...styled, [field]: payload });
        const errors = body.errors?.map((error) => error.field);
        expect({ payload, status, errors }).toEqual({ payload, status: 400, errors: [field] });
      }
    expect(await hub.database.query(`select style from roles where name = 'EDITOR'`)).toEqual([{ style: {} }]);
  });

  test('as a name it is plain text with a maximum length', async () => {
    expect((await put('EDITOR', { ...styled, display_name: 'x'.repeat(10_240) })).status).toBe(400);
    const { body } = await put('EDITOR', { ...styled, display_name: ';}</style>' });
    expect(body.role_style.inline_styles).not.toContain('style>');
  });

  test('in unknown fields it is dropped', async () => {
    const { body, text } = await put('EDITOR', {
      ...styled,
      background_image: 'url(//x)',
      role: 'ADMIN',
      position: 'fixed',
      style: { position: 'fixed' },
    });
    expect([body.role_style.role, text.includes('url'), text.includes('fixed')]).toEqual(['EDITOR', false, false]);
    expect(JSON.stringify(await hub.database.query(`select style from roles`))).not.toMatch(/url|fixed/);
  });
});
