import { expect, test } from '@jest/globals';
import { beginWith } from './begin-with';

const kept = (basis?: string) => ({ text: 'Typed', typedAt: 1, basis });

test('without a kept text it is the stored one', () => {
  expect(beginWith(null, 'Stored', 'v1')).toEqual({ content: 'Stored' });
  expect(beginWith({ text: 'Stored', typedAt: 1, basis: 'v0' }, 'Stored', 'v1')).toEqual({ content: 'Stored' });
});

test('what was made of this very text is restored', () => {
  expect(beginWith(kept('v1'), 'Stored', 'v1')).toEqual({
    content: 'Typed',
    found: { text: 'Typed', typedAt: 1, isAside: false },
  });
  expect(beginWith(kept(), '')).toMatchObject({ content: 'Typed', found: { isAside: false } });
});

test.each(['v0', undefined])('what was made of another (%s) is put aside', (basis) => {
  expect(beginWith(kept(basis), 'Stored', 'v1')).toEqual({
    content: 'Stored',
    found: { text: 'Typed', typedAt: 1, isAside: true },
  });
});
