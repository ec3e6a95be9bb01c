import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { permissions } from '../src/modules/roles/index.js';
import { holders, policies, type Policy } from './policy-table.js';
import { moveTo, write } from './support/documents.js';
import type { Ask } from './support/http.js';
import { type Operation, operations } from './support/openapi.js';
import type { Person } from './support/people.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const roles = ['guest', 'ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'];

let hub: TestApp;
let author: Person;
const askers = new Map<string, Ask>();
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.people.create('ADMIN');
  askers.set('guest', hub.ask);
  for (const role of roles.slice(1)) askers.set(role, (await hub.people.create(role)).ask);
});
afterAll(() => hub.close());

/** An id and a body with which the act itself is possible, so that only the policy can refuse it. */
async function requestFor({ operationId, path }: Operation): Promise<{ path: string; body?: object }> {
  let id: string = randomUUID();
  if (/documents\/\{id\}/.test(path)) {
    ({ id } = await write(author));
    await moveTo(author, id, 'PUBLISHED');
  }
  const bodies: Record<string, object> = {
    setDocumentStatus: { status: 'PUBLISHED' },
    updateDocument: { summary: 'Better.' },
    updateDocumentEnhanced: { summary: 'Better.' },
    reviewDocument: { action: 'approve' },
  };
  return { path: path.replace('{id}', id).replace('{version}', '1').replace('{permission}', 'content.create'), body: bodies[operationId] };
}

function mayCall(policy: Policy, role: string): boolean {
  if (policy === 'public') return true;
  if (role === 'guest') return false;
  if (policy === 'signed-in') return true;
  return holders[typeof policy === 'string' ? policy : policy.others].includes(role);
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
      expect({ ...answer.body, refused: answer.status === 401 || answer.status === 403 }).toMatchObject({ refused: false });
      expect(answer.status).toBeLessThan(500);
    } else if (role === 'guest') {
      expect(answer.status).toBe(401);
    } else {
      expect(answer.status).toBe(403);
      const permission = typeof policy === 'string' ? policy : policy.others;
      expect(answer.body).toMatchObject({ code: 'permission_missing', role, required_roles: holders[permission as keyof typeof holders] });
    }
    if (answer.status >= 400) expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});
