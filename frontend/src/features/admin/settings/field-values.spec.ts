import { expect, test } from '@jest/globals';
import type { SettingResponse } from '../../../api/generated/model/settingResponse';
import { ApiError } from '../../../api/problem';
import { findChanges, toFieldValues, validateNumbers, withFieldNames } from './field-values';
import { type SettingValue, toSettingMap } from './setting-map';

const setting = (key: string, value: SettingValue, schema = {}): SettingResponse => ({
  key,
  section: 'general',
  value,
  default_value: value,
  schema,
});
const settings = toSettingMap([
  setting('site.name', 'Hub'),
  setting('a.days', 30, { minimum: 1, maximum: 99 }),
  setting('a.on', false),
  setting('a.list', ['one.org', 'two.org']),
]);
const keys = ['site.name', 'a.days', 'a.on', 'a.list'];
const values = { site_name: 'Hub', a_days: '30', a_on: false, a_list: 'one.org, two.org' };

test('settings become form values and back', () => {
  expect(toFieldValues(settings, keys)).toEqual(values);
  expect(findChanges(settings, keys, values)).toEqual({});
  const changed = { site_name: 'Our hub', a_days: '31', a_on: true, a_list: ' two.org;three.org\n' };
  expect(findChanges(settings, keys, changed)).toEqual({
    'site.name': 'Our hub',
    'a.days': 31,
    'a.on': true,
    'a.list': ['two.org', 'three.org'],
  });
});

test('only settings of the section count', () => {
  expect(findChanges(settings, ['a.on'], { ...values, site_name: 'x', a_on: true })).toEqual({ 'a.on': true });
  expect(toFieldValues(settings, ['a.on', 'no.such'])).toEqual({ a_on: false });
});

test.each([
  ['1', true],
  ['99', true],
  ['0', false],
  ['100', false],
  ['', false],
  ['1.5', false],
  ['many', false],
])('the number %j is valid: %s', (entered, isValid) => {
  const errors = validateNumbers(settings, { ...values, a_days: entered });
  expect(errors).toEqual(isValid ? {} : { a_days: '1 to 99.' });
});

test('errors of the server get the names of form fields', () => {
  const error = new ApiError(400, { errors: [{ field: 'a.days', message: 'No.' }] });
  expect(withFieldNames(error)).toMatchObject({ status: 400, problem: { errors: [{ field: 'a_days' }] } });
  expect(withFieldNames('other')).toBe('other');
});
