import { expect, test } from '@jest/globals';
import { getInitialContent } from './use-persisted-form';

const persisted = (baseVersion?: string) => ({ text: 'Typed', typedAt: 1, baseVersion });

test('without a draft the stored text is used', () => {
  expect(getInitialContent(null, 'Stored', 'v1')).toEqual({ content: 'Stored' });
  expect(getInitialContent({ text: 'Stored', typedAt: 1, baseVersion: 'v0' }, 'Stored', 'v1')).toEqual({
    content: 'Stored',
  });
});

test('a draft based on the stored text is restored', () => {
  expect(getInitialContent(persisted('v1'), 'Stored', 'v1')).toEqual({
    content: 'Typed',
    draft: { text: 'Typed', typedAt: 1, isOutdated: false },
  });
  expect(getInitialContent(persisted(), '')).toMatchObject({ content: 'Typed', draft: { isOutdated: false } });
});

test.each(['v0', undefined])('a draft based on another version (%s) is offered separately', (baseVersion) => {
  expect(getInitialContent(persisted(baseVersion), 'Stored', 'v1')).toEqual({
    content: 'Stored',
    draft: { text: 'Typed', typedAt: 1, isOutdated: true },
  });
});
