import { describe, expect, test } from '@jest/globals';
import { translateStored } from './stored-texts.js';
import { getTexts, type Texts } from './texts.js';

const de = getTexts('de');
const select = ({ health }: Texts) => ({
  ...health.alerts,
  leftOut: health.replicas.leftOut,
  ...health.replicas.reasons,
});

describe('a stored English text in German', () => {
  test.each([
    ['The database refuses writes; users can only read.', de.health.alerts.readOnlyDatabase],
    ['The database takes 812 ms to respond.', de.health.alerts.slowDatabase(812)],
    ['An administrator has no passkey.', de.health.alerts.noPasskey(1)],
    ['3 administrators have no passkey.', de.health.alerts.noPasskey(3)],
    ['91 % of the storage of 100 GB is used.', de.health.alerts.storageUsed({ percent: 91, quota: 100 })],
    [
      'Database replica 2 is left out: it cannot be reached.',
      de.health.replicas.leftOut({ number: 2, reason: de.health.replicas.reasons.unreachable }),
    ],
  ])('%s', (stored, german) => {
    expect(translateStored(stored, de, select)).toBe(german);
  });

  test('others stay as they are', () => {
    expect(translateStored('connect ECONNREFUSED', de, select)).toBe('connect ECONNREFUSED');
    expect(translateStored('An administrator has no passkey.', getTexts('en'), select)).toBe(
      'An administrator has no passkey.',
    );
  });
});
