import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Permission, permissions, systemRoles } from '../src/modules/roles/index.js';
import { holders, policies, type Policy } from './policy-table.js';
import { moveTo, write } from './support/documents.js';
import type { Ask } from './support/http.js';
import { type Operation, operations } from './support/openapi.js';
import type { Person } from './support/people.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/** A role of the hub's own, with nothing but one permission; and somebody whose session was ended while they still have its token. */
const CUSTOM = { name: 'TRANSLATOR', priority: 50, permission: 'content.create' as Permission };
const roles = ['guest', 'revoked', 'ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER', CUSTOM.name];
const nobody = ['guest', 'revoked'];

let hub: TestApp;
let author: Person;
const askers = new Map<string, Ask>();
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.people.create('ADMIN');
  askers.set('guest', hub.ask);
  await author.ask('POST', '/admin/custom-roles', { body: { ...CUSTOM, display_name: 'Translator' } });
  await author.ask('PUT', `/admin/role-permissions/${CUSTOM.name}`, { body: { permissions: [CUSTOM.permission] } });
  for (const role of roles) if (!nobody.includes(role)) askers.set(role, (await hub.people.create(role)).ask);
  askers.set('revoked', await revoked());
});

async function revoked(): Promise<Ask> {
  const { ask } = await hub.people.create('ADMIN');
  const { body } = await ask<{ id: string }[]>('GET', '/auth/sessions');
  expect((await ask('DELETE', `/auth/sessions/${body[0]?.id}`)).status).toBe(200);
  return ask;
}

/** The roles that hold a permission, the most powerful first. */
function rolesWith(permission: Permission): string[] {
  const priorities = new Map<string, number>([
    ...systemRoles.map(({ name, priority }) => [name, priority] as const),
    [CUSTOM.name, CUSTOM.priority],
  ]);
  const names = [...holders[permission], ...(permission === CUSTOM.permission ? [CUSTOM.name] : [])];
  return names.sort((a, b) => (priorities.get(b) ?? 0) - (priorities.get(a) ?? 0));
}

function permissionsOf(policy: Exclude<Policy, 'public' | 'signed-in'>): Permission[] {
  if (typeof policy === 'string') return [policy];
  return Array.isArray(policy) ? policy : [policy.others];
}

afterAll(() => hub.close());

/** An id and a body with which the act itself is possible, so that only the policy can refuse it. */
async function requestFor({ operationId, path }: Operation): Promise<{ path: string; body?: object }> {
  let id: string = randomUUID();
  if (/documents\/\{id\}/.test(path)) {
    ({ id } = await write(author));
    await moveTo(author, id, 'PUBLISHED');
  }
  if (/comments\/\{id\}/.test(path)) {
    const document = await write(author, { status: 'PUBLISHED' });
    ({ id } = (
      await author.ask<{ id: string }>('POST', '/comments', {
        body: { content_type: 'document', content_id: document.id, content: 'Well said.' },
      })
    ).body);
  }
  const bodies: Record<string, object> = {
    setDocumentStatus: { status: 'PUBLISHED' },
    updateDocument: { summary: 'Better.' },
    updateDocumentEnhanced: { summary: 'Better.' },
    updateComment: { content: 'Better said.' },
    reviewDocument: { action: 'approve' },
  };
  return {
    path: path
      .replace('{id}', id)
      .replace('{version}', '1')
      .replace('{permission}', 'content.create')
      .replace('{role}', 'VIEWER')
      .replace('{userId}', id)
      .replace('{provider}', 'google'),
    body: bodies[operationId],
  };
}

function mayCall(policy: Policy, role: string): boolean {
  if (policy === 'public') return true;
  if (nobody.includes(role)) return false;
  if (policy === 'signed-in') return true;
  return permissionsOf(policy).some((permission) => rolesWith(permission).includes(role));
}

test('the table names every operation of the contract, and no other', () => {
  expect(Object.keys(policies).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

test('the table names every permission of the catalogue', () => {
  expect(Object.keys(holders).sort()).toEqual(permissions.map(({ id }) => id).sort());
});

// Signing out comes last: it ends the session of the one who asks.
const inOrder = [...operations].sort((a, b) => Number(a.operationId === 'logout') - Number(b.operationId === 'logout'));

describe.each(inOrder)('$operationId', (operation) => {
  const policy = policies[operation.operationId] ?? 'public';

  test.each(roles)('%s', async (role) => {
    const { path, body } = await requestFor(operation);
    const answer = await askers.get(role)!(operation.method, path, { body });
    if (mayCall(policy, role)) {
      expect({ ...answer.body, refused: answer.status === 401 || answer.status === 403 }).toMatchObject({
        refused: false,
      });
      expect(answer.status).toBeLessThan(500);
    } else if (nobody.includes(role) || policy === 'public' || policy === 'signed-in') {
      expect(answer.status).toBe(401);
    } else {
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: 'permission_missing',
        role,
        required_roles: rolesWith(permissionsOf(policy)[0]!),
      });
    }
    if (answer.status >= 400) expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});
