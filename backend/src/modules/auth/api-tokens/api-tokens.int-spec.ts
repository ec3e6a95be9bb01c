import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { createRequester, withHeaders } from '../../../../test/support/http.js';
import { operations } from '../../../../test/support/openapi.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createApp } from '../../../app.js';
import { loadConfig } from '../../../platform/config/config.js';
import { API_TOKEN_GUIDE } from '../../../platform/http/openapi/normalize-document.js';
import { createLogger } from '../../../platform/logging/logger.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import type { ApiTokenResponse, NewApiTokenResponse, UserApiTokenResponse } from './api-tokens.dto.js';

let hub: TestApp;
/** Another instance on the same database. */
let other: TestApp;
let admin: TestUser;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR');
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(async () => {
  await other.close();
  await hub.close();
});

const create = (user: TestUser, fields: object = {}) =>
  user.request<NewApiTokenResponse>('POST', '/auth/api-tokens', {
    body: { name: 'Export', scopes: ['read', 'write'], expires_in: '30', ...fields },
  });
const requestWith = (token: string, app = hub) => withHeaders(app.request, { authorization: `Bearer ${token}` });
async function createProgram(user: TestUser, scopes: string[]) {
  const { body } = await create(user, { scopes });
  return { ...body, request: requestWith(body.token) };
}
const refused = (code: string, status = 403) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

/** The status of a read on each instance. */
const readStatuses = async (token: string) =>
  Promise.all([hub, other].map(async (app) => (await requestWith(token, app)('GET', '/documents')).status));

describe('a new token', () => {
  test('is shown once, and stored as a hash', async () => {
    const user = await hub.users.create('CONTRIBUTOR');
    const { status, body } = await create(user, { name: '  Nightly \n export', scopes: ['write', 'read'] });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Nightly export',
        hint: body.token.slice(0, 9),
        scopes: ['read', 'write'],
        expired: false,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        last_used_at: null,
        token: expect.stringMatching(/^khub_[\w-]{43}$/),
      },
    ]);
    const { token, ...shown } = body;
    expect(Date.parse(body.expires_at!) - Date.parse(body.created_at)).toBe(30 * 86_400_000);
    const list = await user.request<ApiTokenResponse[]>('GET', '/auth/api-tokens');
    expect(list.body).toEqual([shown]);
    const { text: all } = await admin.request('GET', '/admin/api-tokens?limit=200');
    expect(all).toContain(body.id);
    const stored = await hub.database.query('select * from api_tokens where id = $1', [body.id]);
    const logged = await hub.database.query(`select action, after from audit_log where subject_id = $1`, [body.id]);
    expect(logged).toEqual([expect.objectContaining({ action: 'api_token.created' })]);
    for (const text of [list.text, all, JSON.stringify(stored), JSON.stringify(logged)])
      expect(text).not.toContain(token.slice(9));
  });

  test('expires after 90 days by default, and never only on request', async () => {
    for (const expires_in of [undefined, null]) {
      const { body } = await create(editor, { expires_in });
      expect(Date.parse(body.expires_at!) - Date.parse(body.created_at)).toBe(90 * 86_400_000);
    }
    expect((await create(editor, { expires_in: 'none' })).body.expires_at).toBeNull();
  });

  test('has a scope and an offered time', async () => {
    for (const fields of [{ scopes: [] }, { scopes: ['admin'] }, { expires_in: '31' }])
      expect(await create(editor, fields)).toMatchObject({
        status: 400,
        body: { errors: [{ field: Object.keys(fields)[0] }] },
      });
  });

  test('is refused above the maximum, also for requests at the same time', async () => {
    const user = await hub.users.create();
    for (let i = 0; i < 48; i++) await create(user);
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => create(user)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409, 409]);
  });
});

describe('a token', () => {
  test('has the permissions of its user at the time of the request', async () => {
    const user = await hub.users.create('VIEWER');
    const { request } = await createProgram(user, ['read', 'write']);
    const body = { title: 'By a program', content: 'Text' };
    expect(await request('POST', '/documents', { body })).toEqual(refused('permission_missing'));
    await hub.database.query(`update users set role = 'CONTRIBUTOR' where id = $1`, [user.id]);
    const created = await request<{ author_id: string }>('POST', '/documents', { body });
    expect([created.status, created.body.author_id]).toEqual([201, user.id]);
    expect((await request('GET', '/auth/me')).body).toMatchObject({ id: user.id, role: 'CONTRIBUTOR' });
  });

  test('with the scope read reads, searches, and writes nothing', async () => {
    const { id } = await createDocument(editor);
    const { request } = await createProgram(editor, ['read']);
    expect((await request('GET', `/documents/${id}`)).status).toBe(200);
    expect((await request('HEAD', `/documents/${id}`)).status).toBe(200);
    expect((await request('POST', '/search', { body: { query: 'text' } })).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/documents', { title: 'New', content: 'Text' }],
      ['PUT', `/admin/documents/${id}`, { title: 'Changed' }],
      ['PUT', `/documents/${id}/status`, { status: 'PUBLISHED' }],
      ['DELETE', `/admin/documents/${id}`, undefined],
      ['PUT', '/profile', { bio: 'Changed' }],
    ] as const)
      expect(await request(method, path, { body })).toEqual(refused('insufficient_scope'));
    expect((await editor.request('GET', `/documents/${id}`)).body).toMatchObject({ version: 1, status: 'DRAFT' });
  });

  test('with the scope write reads nothing', async () => {
    const { request } = await createProgram(editor, ['write']);
    expect(await request('GET', '/documents')).toEqual(refused('insufficient_scope'));
    expect(await request('POST', '/search', { body: { query: 'text' } })).toEqual(refused('insufficient_scope'));
    expect((await request('POST', '/documents', { body: { title: 'New', content: 'Text' } })).status).toBe(201);
  });

  test('shares the rate limit of its user', async () => {
    const user = await hub.users.create();
    const { request } = await createProgram(user, ['read', 'write']);
    for (let i = 0; i < 299; i++) await user.request('PUT', '/profile', { body: {} });
    expect((await request('PUT', '/profile', { body: { bio: 'x' } })).status).toBe(429);
  });

  test('is used at most every five minutes for the list', async () => {
    const { id, request } = await createProgram(editor, ['read']);
    const statementsOf = async () => (await hub.statementsOf(() => request('GET', '/auth/me'))).length;
    expect(await statementsOf()).toBe(3);
    expect(await statementsOf()).toBe(2);
    await hub.database.query(`update api_tokens set last_used_at = now() - interval '6 minutes' where id = $1`, [id]);
    expect(await statementsOf()).toBe(3);
    const { body } = await editor.request<ApiTokenResponse[]>('GET', '/auth/api-tokens');
    const used = body.find((token) => token.id === id)?.last_used_at;
    expect(Date.now() - Date.parse(used!)).toBeLessThan(60_000);
  });

  test('is no cookie', async () => {
    const { token } = await createProgram(editor, ['read']);
    expect((await hub.request('GET', '/auth/me', { headers: { cookie: `session_token=${token}` } })).status).toBe(401);
  });
});

describe('with a token of an administrator', () => {
  /** Operations for sessions only, as documented: those without the security scheme of API tokens. */
  const forSessions = operations.filter(({ described }) => !described.security?.some((option) => 'apiToken' in option));
  const known = [
    'createApiToken',
    'revokeApiToken',
    'listAllApiTokens',
    'changePassword',
    'setupPassword',
    'registerPasskey',
    'deletePasskey',
    'revokeSession',
    'deleteExternalIdentity',
    'redeemRoleCode',
    'createRoleCode',
    'changeUserRole',
    'assignRole',
    'createCustomRole',
    'setRolePermissions',
    'streamNotifications',
  ];

  test('credentials, sessions, roles and the administration of users are out of reach', async () => {
    expect(forSessions.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(known));
    const { request } = await createProgram(admin, ['read', 'write']);
    for (const { method, path, operationId } of forSessions) {
      const response = await request(method, path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-0000000000aa'));
      expect({ operationId, code: response.body['code'] }).toEqual({ operationId, code: 'session_required' });
    }
  });

  test('everything else is within reach', async () => {
    const { request } = await createProgram(admin, ['read', 'write']);
    for (const path of ['/users', '/admin/custom-roles', '/admin/role-permissions', '/admin/content/counts'])
      expect((await request('GET', path)).status).toBe(200);
    expect((await request('POST', '/categories', { body: { name: 'By a program' } })).status).toBe(201);
  });
});

const changePassword = (user: TestUser, fields: object = {}) =>
  user.request<{ message: string }>('POST', '/auth/change-password', {
    body: { current_password: user.password, password: 'another secret', ...fields },
  });

const endOtherSessions = (user: TestUser, query = '') =>
  user.request<{ message: string }>('DELETE', `/auth/sessions${query}`);

describe('is refused with the next request of every instance', () => {
  test('a token that its user revokes', async () => {
    const { id, token } = await createProgram(editor, ['read']);
    expect(await readStatuses(token)).toEqual([200, 200]);
    expect((await editor.request('DELETE', `/auth/api-tokens/${id}`)).status).toBe(200);
    // Not a guest, although guests may read documents: the program should notice.
    expect(await readStatuses(token)).toEqual([401, 401]);
    expect(await requestWith(token)('GET', '/documents')).toEqual(refused('invalid_api_token', 401));
  });

  test('a token that an administrator revokes', async () => {
    const { id, token } = await createProgram(editor, ['read']);
    expect((await admin.request('DELETE', `/admin/api-tokens/${id}`)).status).toBe(200);
    expect(await readStatuses(token)).toEqual([401, 401]);
    const [entry] = await hub.database.query(
      `select actor_id, before from audit_log where subject_id = $1 and action = 'api_token.revoked'`,
      [id],
    );
    expect(entry).toMatchObject({ actor_id: admin.id, before: { user_id: editor.id, name: 'Export' } });
  });

  // The server compares milliseconds.
  test.each([
    ['expired', `update api_tokens set expires_at = date_trunc('milliseconds', now()) where user_id = $1`],
    ['of a deactivated user', 'update users set deactivated_at = now() where id = $1'],
    ['of an erased user', 'update users set erased_at = now() where id = $1'],
  ])('a token that is %s', async (_state, sql) => {
    const user = await hub.users.create();
    const { token } = await createProgram(user, ['read']);
    expect(await readStatuses(token)).toEqual([200, 200]);
    await hub.database.query(sql, [user.id]);
    expect(await readStatuses(token)).toEqual([401, 401]);
  });

  test('removing the credentials of a user revokes their tokens', async () => {
    const user = await hub.users.create();
    const { token } = await createProgram(user, ['read']);
    await hub.database.transaction(() => hub.get(CredentialsService).removeAll(user.id));
    expect(await readStatuses(token)).toEqual([401, 401]);
  });

  test.each([
    ['changes the password', changePassword],
    ['ends all other sessions', endOtherSessions],
  ])('a token whose user %s, and no token of others', async (_action, end) => {
    const user = await hub.users.create();
    const [own, foreign] = [await createProgram(user, ['read']), await createProgram(editor, ['read'])];
    const { status, body } = await end(user);
    expect([status, body.message]).toEqual([200, expect.stringMatching(/, and your API tokens are revoked\.$/)]);
    expect(await readStatuses(own.token)).toEqual([401, 401]);
    expect(await readStatuses(foreign.token)).toEqual([200, 200]);
    const [entry] = await hub.database.query(
      `select actor_id, after from audit_log where subject_id = $1 and action = 'user.api_tokens_revoked'`,
      [user.id],
    );
    expect(entry).toEqual({ actor_id: user.id, after: { api_tokens: 1 } });
  });

  test('unless the user keeps the tokens', async () => {
    const user = await hub.users.create();
    const { token } = await createProgram(user, ['read']);
    expect((await endOtherSessions(user, '?revoke_api_tokens=false')).body.message).toBe(
      '0 other sessions were ended.',
    );
    expect((await changePassword(user, { revoke_api_tokens: false })).body.message).toBe(
      'Password changed. Your other sessions have ended.',
    );
    expect(await readStatuses(token)).toEqual([200, 200]);
  });

  test('a token of a deactivated account, also after it is reactivated', async () => {
    const user = await hub.users.create();
    const { token } = await createProgram(user, ['read']);
    expect((await admin.request('POST', `/admin/users/${user.id}/deactivate`)).status).toBe(200);
    expect(await readStatuses(token)).toEqual([401, 401]);
    expect((await admin.request('POST', `/admin/users/${user.id}/reactivate`)).status).toBe(200);
    expect(await readStatuses(token)).toEqual([401, 401]);
  });

  test('a token that was never one', async () => {
    expect(await readStatuses(`khub_${'x'.repeat(43)}`)).toEqual([401, 401]);
  });
});

test('tokens of other users can be listed and revoked only with the permission', async () => {
  const { id } = await createProgram(admin, ['read']);
  expect((await editor.request('DELETE', `/auth/api-tokens/${id}`)).status).toBe(404);
  expect((await editor.request('DELETE', `/auth/api-tokens/none`)).status).toBe(404);
  expect((await editor.request('DELETE', `/admin/api-tokens/${id}`)).status).toBe(403);
  expect((await editor.request('GET', '/admin/api-tokens')).status).toBe(403);
  const { body, headers } = await admin.request<UserApiTokenResponse[]>('GET', '/admin/api-tokens?limit=1');
  expect(body).toEqual([expect.objectContaining({ id, user_id: admin.id, user_name: admin.name, user_role: 'ADMIN' })]);
  expect(Number(headers['x-total-count'])).toBeGreaterThan(1);
});

test('the log contains no token, not even at the most detailed level', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-data-'));
  const config = loadConfig({ DATABASE_URL: hub.databaseUrl, DATA_DIR: dataDir });
  const app = await createApp(config, createLogger('trace', destination), null);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const request = createRequester(app);
  const asUser = withHeaders(request, { authorization: `Bearer ${editor.token}` });
  const body = { name: 'Logged', scopes: ['read'], expires_in: '30' };
  const { body: created } = await asUser<NewApiTokenResponse>('POST', '/auth/api-tokens', { body });
  const asProgram = withHeaders(request, { authorization: `Bearer ${created.token}` });
  expect((await asProgram('GET', '/auth/me')).status).toBe(200);
  expect((await asProgram('POST', '/documents', { body: {} })).status).toBe(403);
  await asUser('DELETE', `/auth/api-tokens/${created.id}`);
  expect((await asProgram('GET', '/auth/me')).status).toBe(401);
  await app.close();
  await rm(dataDir, { recursive: true });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(created.token.slice(9));
});

test('the commands of the documentation work as they are printed', async () => {
  const { token } = await createProgram(editor, ['read', 'write']);
  await hub.app.listen(0, '127.0.0.1');
  const commands = /```sh\n([\s\S]+?)```/.exec(API_TOKEN_GUIDE)?.[1] ?? '';
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HUB_API: `${await hub.app.getUrl()}/api`, HUB_TOKEN: token };
  const { stdout } = await promisify(execFile)('bash', ['-ec', commands], { env });
  expect(stdout).toContain('"title":"Written by a program"');
  expect((await editor.request('GET', '/documents/written-by-a-program')).status).toBe(200);
});
