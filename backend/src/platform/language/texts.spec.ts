import { expect, test } from '@jest/globals';
import { languages } from '@hub/shared/languages';
import { invalid, notFound } from '../errors/domain-error.js';
import { formatChoice, formatList, getTexts, sourceTexts } from './texts.js';

const de = getTexts('de');

test('each language has its own words, plurals and lists', () => {
  expect(languages.map((language) => getTexts(language).language)).toEqual(languages);
  expect([0, 1, 2].map((count) => de.content.documents(count))).toEqual(['0 Dokumente', '1 Dokument', '2 Dokumente']);
  expect([formatList(de, ['a', 'b', 'c']), formatList(sourceTexts, ['a', 'b', 'c'])]).toEqual([
    'a, b und c',
    'a, b, and c',
  ]);
  expect(formatChoice(de, ['Redaktion', 'Prüfung'])).toBe('Redaktion oder Prüfung');
  expect(de.content.videoTooManyFrames({ frames: 2_000_000, max: 1000 })).toContain('2.000.000 Einzelbilder');
});

test('an error is English in logs, and in the language of the reader otherwise', () => {
  const missing = notFound('thread');
  expect(missing.message).toBe('This thread does not exist or is not visible to you.');
  expect(missing.detail(de)).toBe('Dieses Thema existiert nicht oder ist für Sie nicht sichtbar.');
  const refused = invalid([
    { field: 'title', message: ({ fields, validation }) => validation.required(fields.title) },
    { field: 'tags', message: ({ fields, validation }) => validation.list(fields.tags) },
  ]);
  expect(refused.message).toBe('The title is required. The tags must be a list.');
  expect(refused.detail(de)).toBe('Der Titel ist erforderlich. Die Schlagwörter müssen eine Liste sein.');
});
