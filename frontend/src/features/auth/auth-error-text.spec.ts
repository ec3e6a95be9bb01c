import { expect, test } from '@jest/globals';
import { ApiError, NetworkError } from '../../api/problem';
import { userTexts } from '../../messages/users';
import { getLoginErrorText, getProviderErrorText, getRegisterErrorText } from './auth-error-text';

const network = 'Network connection failed. Please check your internet connection and try again.';

test.each([
  [new NetworkError('offline'), network],
  [new ApiError(401, { detail: 'anything' }), 'Invalid email or password.'],
  [new ApiError(429, { detail: 'Too many attempts.' }), 'Too many attempts.'],
  [new ApiError(502, {}), 'Error: HTTP 502'],
  [new Error('boom'), 'Error: boom'],
  [undefined, 'Login failed. Please try again.'],
])('a failed sign-in says the specified sentence: %s', (error, text) => {
  expect(getLoginErrorText(error)).toBe(text);
});

test.each([
  [new NetworkError('offline'), network],
  [new ApiError(409, { detail: 'Taken.' }), 'Taken.'],
  [new Error('boom'), 'boom'],
  [undefined, 'An error occurred'],
])('a failed registration likewise: %s', (error, text) => {
  expect(getRegisterErrorText(error)).toBe(text);
});

test.each(['constructor', 'toString', '__proto__', 'null', ''])('an unknown code of a provider: %j', (code) => {
  expect(getProviderErrorText(code)).toBe(userTexts.callback.failed);
});
