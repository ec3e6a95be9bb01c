import { describe, expect, test } from '@jest/globals';
import { type ClaimSet, hasOverage, isMissingClaims, joinClaims, requireSubject } from './issuer-claims.js';

type Row = [issuer: string, idToken: ClaimSet, userinfo: ClaimSet, expected: object];

const NEUTRAL = expect.stringMatching(/^Member \d{4}$/);
const MICROSOFT = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
const join = (idToken: ClaimSet, userinfo: ClaimSet = {}) =>
  joinClaims({ iss: 'https://id.example', sub: '1', ...idToken }, { userinfo });

test.each<Row>([
  [
    'Google',
    {
      email: 'ada@gmail.com',
      email_verified: true,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'https://lh3.googleusercontent.com/a/x=s96-c',
    },
    {},
    { email: 'ada@gmail.com', emailVerified: true, name: 'Ada Lovelace' },
  ],
  [
    'Cognito: texts for booleans, a UUID as user name',
    {
      'cognito:username': '7d8ca528-4931-4254-9273-ea5ee853f271',
      email: 'ada@example.org',
      email_verified: 'true',
      given_name: 'Ada',
      family_name: 'Lovelace',
    },
    { username: '7d8ca528-4931-4254-9273-ea5ee853f271', email_verified: 'true' },
    { emailVerified: true, name: 'Ada Lovelace' },
  ],
  ['Cognito: "false" is not true', { email: 'ada@example.org', email_verified: 'false' }, {}, { emailVerified: false }],
  [
    'Entra ID: no email_verified, an address as user name',
    {
      iss: MICROSOFT,
      email: 'ada@example.org',
      name: 'Lovelace, Ada',
      preferred_username: 'ada@example.org',
      oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
    },
    { name: 'Lovelace, Ada', given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.org' },
    { emailVerified: false, name: 'Lovelace, Ada' },
  ],
  [
    'Entra ID: the owner of the domain is verified',
    { iss: MICROSOFT, email: 'ada@example.org', xms_edov: '1', name: 'ada@example.org' },
    { given_name: 'Ada', family_name: 'Lovelace' },
    { emailVerified: true, name: 'Ada Lovelace' },
  ],
  [
    'Entra ID: a guest without a name',
    {
      iss: MICROSOFT,
      email: 'ada@example.org',
      xms_edov: false,
      preferred_username: 'ada_example.org#EXT#@tenant.onmicrosoft.com',
    },
    {},
    { emailVerified: false, name: NEUTRAL },
  ],
  [
    'another issuer with the claim of Microsoft',
    { email: 'ada@example.org', xms_edov: true },
    {},
    { emailVerified: false },
  ],
  [
    'Keycloak: claims from userinfo',
    {},
    {
      email: 'ada@example.org',
      email_verified: true,
      preferred_username: 'countess',
      given_name: 'Ada',
      family_name: 'Lovelace',
    },
    { email: 'ada@example.org', emailVerified: true, name: 'Ada Lovelace' },
  ],
  [
    'Keycloak: a user name only',
    { email: 'ada@example.org', email_verified: false, preferred_username: 'countess', name: '' },
    {},
    { emailVerified: false, name: 'countess' },
  ],
  [
    'Keycloak: the address as user name',
    { email: 'ada@example.org', email_verified: true, preferred_username: 'ada@example.org' },
    {},
    { name: NEUTRAL },
  ],
  [
    'Apple: texts for booleans, a relayed address, and no name',
    { email: 'dpdcnf87nu@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true' },
    {},
    { email: 'dpdcnf87nu@privaterelay.appleid.com', emailVerified: true, name: NEUTRAL },
  ],
  [
    'GitLab',
    { email: 'ada@example.org', email_verified: true },
    {
      name: 'Ada Lovelace',
      nickname: 'ada',
      preferred_username: 'ada',
      email: 'ada@example.org',
      email_verified: true,
    },
    { emailVerified: true, name: 'Ada Lovelace' },
  ],
  [
    'GitLab: a user name that repeats the local part',
    { email: 'Ada@example.org', email_verified: true },
    { nickname: 'ada', preferred_username: 'ada' },
    { name: NEUTRAL },
  ],
  [
    'Authentik: groups, and a user name',
    { email: 'ada@example.org', email_verified: true, name: '', nickname: 'countess', groups: ['admins'] },
    {},
    { emailVerified: true, name: 'countess' },
  ],
  [
    'Okta: a thin ID token',
    { preferred_username: 'ada@example.org' },
    {
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada Lovelace',
      preferred_username: 'ada@example.org',
      zoneinfo: 'America/Los_Angeles',
    },
    { email: 'ada@example.org', emailVerified: true, name: 'Ada Lovelace' },
  ],
  ['no claims at all', {}, {}, { email: undefined, emailVerified: false, name: NEUTRAL }],
])('%s', (_issuer, idToken, userinfo, expected) => {
  expect(join(idToken, userinfo)).toMatchObject(expected);
});

describe('an address is verified', () => {
  test.each([
    [true, true],
    ['true', true],
    ['True', true],
    [' TRUE ', true],
    [false, false],
    ['false', false],
    ['yes', false],
    [1, false],
    [{}, false],
    [null, false],
  ])('for an email_verified of %j: %j', (email_verified, expected) => {
    expect(join({ email: 'ada@example.org', email_verified }).emailVerified).toBe(expected);
  });

  test('only by a claim about the same address', () => {
    const userinfo = { email: 'mallory@example.org', email_verified: true };
    expect(join({ email: 'ada@example.org' }, userinfo)).toMatchObject({
      email: 'ada@example.org',
      emailVerified: false,
    });
    expect(join({ email: 'ADA@example.org' }, { ...userinfo, email: 'ada@example.org' }).emailVerified).toBe(true);
    expect(join({ email_verified: true }, { email: 'ada@example.org' }).emailVerified).toBe(false);
  });

  test('as the ID token says, whatever userinfo says', () => {
    const email = 'ada@example.org';
    expect(join({ email, email_verified: false }, { email, email_verified: true }).emailVerified).toBe(false);
    expect(join({ email, email_verified: true }, { email, email_verified: false }).emailVerified).toBe(true);
  });

  test('for the subject of the ID token', () => {
    expect(join({}, { sub: '2', iss: 'https://other.example' })).toMatchObject({
      issuer: 'https://id.example',
      subject: '1',
    });
  });
});

test('userinfo is needed for an address, its verification or a name', () => {
  const complete = { email: 'ada@example.org', email_verified: false, given_name: 'Ada' };
  expect(isMissingClaims(complete, '')).toBe(false);
  for (const claim of Object.keys(complete))
    expect(isMissingClaims({ ...complete, [claim]: undefined }, '')).toBe(true);
});

const groupsOf = (idToken: ClaimSet, groupsClaim = 'groups', userinfo?: ClaimSet | null) =>
  joinClaims(
    { iss: 'https://id.example', sub: '1', ...idToken },
    { groupsClaim, ...(userinfo !== undefined && { userinfo }) },
  ).groups;

describe('groups', () => {
  test.each<[string, unknown, string[]]>([
    ['a list', ['sales', ' board '], ['sales', 'board']],
    ['one text', 'sales', ['sales']],
    ['an empty list', [], []],
    ['numbers', [1, 2], ['1', '2']],
    ['other things', [null, {}, true, ['sales']], []],
    ['an object', { sales: true }, []],
    ['null', null, []],
  ])('%s', (_what, groups, expected) => {
    expect(groupsOf({ groups })).toEqual(expected);
  });

  test('are none without the claim, and not known without a configured one', () => {
    expect(groupsOf({})).toEqual([]);
    expect(groupsOf({ groups: ['sales'] }, '')).toBeNull();
  });

  test('a path leads to a claim, and a name with dots is a name first', () => {
    const token = { realm_access: { roles: ['sales'] }, 'https://hub.example/groups': ['board'], a: 'text' };
    expect(groupsOf(token, 'realm_access.roles')).toEqual(['sales']);
    expect(groupsOf(token, 'https://hub.example/groups')).toEqual(['board']);
    for (const path of ['realm_access.toString', 'realm_access.none.at.all', 'a.length', '__proto__', 'a..b'])
      expect(groupsOf(token, path)).toEqual([]);
  });

  test('come from the userinfo endpoint where the ID token has none', () => {
    expect(groupsOf({}, 'groups', { groups: ['sales'] })).toEqual(['sales']);
    expect(groupsOf({ groups: ['board'] }, 'groups', { groups: ['sales'] })).toEqual(['board']);
    const complete = { email: 'ada@example.org', email_verified: true, name: 'Ada' };
    expect(isMissingClaims(complete, 'groups')).toBe(true);
    expect(isMissingClaims({ ...complete, groups: [] }, 'groups')).toBe(false);
  });

  test('are not known where the issuer keeps them elsewhere or its endpoint is not available', () => {
    const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x.example' } } };
    expect(hasOverage(overage, 'groups')).toBe(true);
    expect(groupsOf(overage)).toBeNull();
    expect(groupsOf({}, 'groups', null)).toBeNull();
    expect(groupsOf({ groups: ['sales'] }, 'groups', null)).toEqual(['sales']);
  });
});

test.each(['', 'x'.repeat(256), 'a\0b', '\ud800'])('the subject %j is refused', (subject) => {
  expect(() => {
    requireSubject(subject);
  }).toThrow(expect.objectContaining({ code: 'subject_refused' }));
  requireSubject('x'.repeat(255));
});
