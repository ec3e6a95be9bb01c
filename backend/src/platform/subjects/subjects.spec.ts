import { expect, test } from '@jest/globals';
import { Actor } from '../access/actor.js';
import { Subjects } from './subjects.js';

const [ann, bob] = ['ann', 'bob'].map((id) =>
  Actor.person({ id, name: id, role: 'VIEWER', permissions: [], sessionId: null }),
) as [Actor, Actor];

function make() {
  const subjects = new Subjects();
  subjects.register('letter', {
    visible: (id, actor, bind) => `owns(${id}, ${bind(actor.id)})`,
    readers: (_id, actors) => Promise.resolve(actors.filter(({ id }) => id === 'ann')),
  });
  return subjects;
}

test('rows follow the rule of their type; one that nobody registered is seen by nobody', () => {
  const values: unknown[] = [];
  const sql = make().visible({ type: 'n.type', id: 'n.id' }, ann, (value) => `$${values.push(value)}`);
  expect(sql).toBe('(case when n.type is null then true when n.type = $1 then owns(n.id, $2) else false end)');
  expect(values).toEqual(['letter', 'ann']);
});

test('readers are those of the rule, all without a subject, none for an unknown type', async () => {
  expect(await make().readers({ type: 'letter', id: '1' }, [ann, bob])).toEqual([ann]);
  expect(await make().readers(null, [ann, bob])).toEqual([ann, bob]);
  expect(await make().readers({ type: '__proto__', id: '1' }, [ann, bob])).toEqual([]);
});

test('two rules for one type are a mistake', () => {
  expect(() => make().register('letter', { visible: () => 'true', readers: () => Promise.resolve([]) })).toThrow(
    'registered twice',
  );
});
