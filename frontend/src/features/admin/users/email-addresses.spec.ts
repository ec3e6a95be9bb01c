import { expect, test } from '@jest/globals';
import { parseEmailAddresses } from './email-addresses';

test.each([
  ['', [], []],
  [' ada@example.org ', ['ada@example.org'], []],
  ['a@x.org,b@x.org; c@x.org d@x.org\ne@x.org\r\n', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org'], []],
  ['Ada Lovelace <ada@x.org>, "Babbage, Charles" <charles@x.org>', ['ada@x.org', 'charles@x.org'], []],
  ['Lovelace, Ada <ada@x.org>; Hopper, Grace <grace@x.org>', ['ada@x.org', 'grace@x.org'], []],
  ['a@x.org, Bob <b@x.org>\nc@x.org "d@x.org" <d@x.org>', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org'], []],
  ['<a@x.org> mailto:b@x.org (c@x.org).', ['a@x.org', 'b@x.org', 'c@x.org'], []],
  ['Ada@X.org, ada@x.org, ADA@x.org', ['Ada@X.org'], []],
  ['ada@x.org, bob, carl@, @x.org, d@x, bob', ['ada@x.org'], ['bob', 'carl@', '@x.org', 'd@x']],
  ['Ada <ada>', [], ['ada']],
  ['a@x.org <b@x.org', ['a@x.org', 'b@x.org'], []],
])('the list %j', (text, addresses, invalid) => {
  expect(parseEmailAddresses(text)).toEqual({ addresses, invalid });
});

test('a long list is read in a time that grows with its length', () => {
  expect(parseEmailAddresses('<"'.repeat(200_000)).addresses).toEqual([]);
  expect(parseEmailAddresses('Ada <a@x.org> '.repeat(50_000)).addresses).toEqual(['a@x.org']);
  expect(parseEmailAddresses('somebody '.repeat(50_000)).invalid).toEqual(['somebody']);
});
