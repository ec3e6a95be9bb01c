import { describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { compileFragment } from '../../../test/support/fragments.js';
import { Actor } from '../access/actor.js';
import { VisibilityRegistry, type VisibilityRule } from './visibility-registry.js';

const [ann, bob] = ['ann', 'bob'].map((id) =>
  Actor.user({ id, name: id, role: 'VIEWER', permissions: [], sessionId: null }),
) as [Actor, Actor];

const finds = (visible: string[], open: string[] = []) =>
  jest.fn<VisibilityRule['findVisible']>(() => Promise.resolve({ visible: new Set(visible), public: new Set(open) }));
const subject = (type: string, id: string) => ({ type, id });

function createRegistry() {
  const registry = new VisibilityRegistry();
  registry.register('letter', {
    findVisible: finds([]),
    isVisible: (id, actor) => sql`owns(${id}, ${actor.id})`,
    filterViewers: (_id, actors) => Promise.resolve(actors.filter(({ id }) => id === 'ann')),
  });
  registry.register('stamp', { findVisible: finds(['1']) });
  return registry;
}

describe('rows that refer to a subject', () => {
  test('isVisible applies the rule of each type and hides all other types', () => {
    const isVisible = createRegistry().isVisible({ type: sql.raw('n.type'), id: sql.raw('n.id') }, ann);
    expect(compileFragment(isVisible)).toEqual({
      sql: '(case when n.type is null then true when n.type = $1 then owns(n.id, $2) else false end)',
      parameters: ['letter', 'ann'],
    });
  });

  test('filterViewers returns all actors without a subject and none for a type without such a rule', async () => {
    const registry = createRegistry();
    expect(await registry.filterViewers(subject('letter', '1'), [ann, bob])).toEqual([ann]);
    expect(await registry.filterViewers(null, [ann, bob])).toEqual([ann, bob]);
    for (const type of ['stamp', '__proto__'])
      expect(await registry.filterViewers(subject(type, '1'), [ann, bob])).toEqual([]);
  });
});

describe('groups of subjects', () => {
  test('each rule is called once for all its subjects, without duplicates', async () => {
    const registry = new VisibilityRegistry();
    const [findDocuments, findUsers] = [finds(['d1']), finds([])];
    registry.register('document', { findVisible: findDocuments });
    registry.register('user', { findVisible: findUsers });
    const subjects = [subject('document', 'd1'), subject('user', 'u1'), subject('document', 'd2')];
    await registry.loadVisibility(Actor.guest, [...subjects, subject('document', 'd1')]);
    expect(findDocuments.mock.calls).toEqual([[Actor.guest, ['d1', 'd2']]]);
    expect(findUsers).toHaveBeenCalledTimes(1);
  });

  test('one visible subject makes a group visible, one public subject makes it public', async () => {
    const registry = new VisibilityRegistry();
    registry.register('document', { findVisible: finds(['d1', 'd2'], ['d2']) });
    const [d1, d2, d3] = ['d1', 'd2', 'd3'].map((id) => subject('document', id));
    const visibilityOf = await registry.loadVisibility(Actor.guest, [d1!, d2!, d3!]);
    expect(visibilityOf([d3!, d1!])).toEqual({ visible: true, public: false });
    expect(visibilityOf([d1!, d2!, d3!])).toEqual({ visible: true, public: true });
    expect(visibilityOf([d3!])).toEqual({ visible: false, public: false });
    expect(visibilityOf([])).toEqual({ visible: false, public: false });
  });

  test('equal ids of different types are different subjects, and unregistered types are hidden', async () => {
    const registry = new VisibilityRegistry();
    registry.register('document', { findVisible: finds(['same'], ['same']) });
    registry.register('user', { findVisible: finds([]) });
    const hidden = [subject('user', 'same'), subject('unknown', 'same')];
    const visibilityOf = await registry.loadVisibility(Actor.guest, [subject('document', 'same'), ...hidden]);
    expect(visibilityOf(hidden)).toEqual({ visible: false, public: false });
  });
});

test('a type has one rule', () => {
  const registry = new VisibilityRegistry();
  registry.register('letter', { findVisible: finds([]) });
  expect(registry.has('letter')).toBe(true);
  expect(registry.has('stamp')).toBe(false);
  expect(() => registry.register('letter', { findVisible: finds([]) })).toThrow('registered twice');
});
