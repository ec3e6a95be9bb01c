import { expect, test } from '@jest/globals';
import { getTexts } from '../../../platform/language/texts.js';
import { composeDigest } from './digest-text.js';

test('a German digest has German words around what members have written', () => {
  const digest = composeDigest({
    texts: getTexts('de'),
    frequency: 'weekly',
    content: {
      notifications: [],
      items: [],
      threads: [{ title: 'What now?', replies: 2, path: '/community/thread/1' }],
    },
    siteName: 'Wissen',
    baseUrl: 'https://hub.example.org',
    unsubscribeUrl: 'https://hub.example.org/off',
  });
  expect(digest?.subject).toBe('Ihre wöchentliche Zusammenfassung: Wissen');
  expect(digest?.text).toContain('IN DER COMMUNITY AKTIV\n\nWhat now?\n2 Antworten\n');
  expect(digest?.text).toContain('Wissen öffnen: https://hub.example.org/');
  expect(digest?.html).toContain('<html lang="de">');
});
