import { expect, test } from '@jest/globals';
import type { Language } from '@hub/shared/languages';
import { getApiLanguage, getPageLanguage } from './request-language.js';

const header = (value: string | undefined) => ({ headers: { 'accept-language': value } });

test.each<[header: string | undefined, language: Language]>([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['fr,de;q=0.5,en;q=0.4', 'de'],
  ['fr', 'en'],
  ['en;q=0, de', 'de'],
  ['de;q=0', 'en'],
  ['fr, *;q=0.1', 'en'],
  [';;,q=x', 'en'],
])('the language of an API response for "%s" is %s', (acceptLanguage, language) => {
  expect(getApiLanguage(header(acceptLanguage))).toBe(language);
});

interface Choices {
  lang?: unknown;
  user?: Language;
  cookie?: string;
  accept?: string;
  hub?: Language;
}

test.each<[Choices, Language]>([
  [{ lang: 'de', user: 'en', cookie: 'en', accept: 'en' }, 'de'],
  [{ lang: 'fr', user: 'de', cookie: 'en', accept: 'en' }, 'de'],
  [{ lang: ['de', 'en'], accept: 'de' }, 'de'],
  [{ cookie: 'de', accept: 'en' }, 'de'],
  [{ cookie: 'xx', accept: 'de' }, 'de'],
  [{ accept: 'en', hub: 'de' }, 'en'],
  [{ accept: 'fr', hub: 'de' }, 'de'],
  [{ accept: '*', hub: 'de' }, 'de'],
  [{ hub: 'de' }, 'de'],
  [{}, 'en'],
])('the language of a page with %j is %s', ({ lang, user = null, cookie, accept, hub = 'en' }, language) => {
  const request = { ...header(accept), query: { lang }, cookies: { hub_language: cookie } };
  expect(getPageLanguage(request, { userLanguage: user, hubLanguage: hub })).toBe(language);
});
