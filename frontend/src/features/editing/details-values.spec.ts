import { expect, test } from '@jest/globals';
import { emptyDetails, getVisibilityRule, withAllowedVisibility } from './details-values';

test('users with the permission have all options', () => {
  for (const live of [undefined, 'PUBLIC', 'INTERNAL'] as const)
    expect(getVisibilityRule(live, true)).toEqual({ options: ['PUBLIC', 'LOGGED_IN', 'INTERNAL'], isFixed: false });
});

test('other users can neither set nor unset INTERNAL', () => {
  for (const live of [undefined, 'PUBLIC', 'LOGGED_IN'] as const)
    expect(getVisibilityRule(live, false)).toEqual({ options: ['PUBLIC', 'LOGGED_IN'], isFixed: false });
  expect(getVisibilityRule('INTERNAL', false)).toEqual({ options: ['INTERNAL'], isFixed: true });
});

test("a draft's forbidden visibility is replaced by the live one", () => {
  const values = { ...emptyDetails, title: 'Mine', visibility: 'LOGGED_IN' as const };
  const allowed = (
    live: 'PUBLIC' | 'INTERNAL' | undefined,
    visibility: 'LOGGED_IN' | 'INTERNAL',
    canSetInternal = false,
  ) => withAllowedVisibility({ ...values, visibility }, getVisibilityRule(live, canSetInternal), live).visibility;
  expect(allowed('INTERNAL', 'LOGGED_IN')).toBe('INTERNAL');
  expect(allowed('INTERNAL', 'LOGGED_IN', true)).toBe('LOGGED_IN');
  expect(allowed('PUBLIC', 'INTERNAL')).toBe('PUBLIC');
  expect(allowed(undefined, 'INTERNAL')).toBe('PUBLIC');
  expect(allowed('PUBLIC', 'LOGGED_IN')).toBe('LOGGED_IN');
  expect(withAllowedVisibility(values, getVisibilityRule('PUBLIC', false), 'PUBLIC')).toBe(values);
});
