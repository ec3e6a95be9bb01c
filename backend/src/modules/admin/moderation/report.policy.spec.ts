import { expect, test } from '@jest/globals';
import { Actor } from '../../../platform/access/actor.js';
import { weighReport } from './report.policy.js';

const DAY_MS = 24 * 3600_000;
const now = new Date('2026-11-25T12:00:00Z');
const actorWith = (...permissions: string[]) =>
  Actor.user({ id: 'a', name: 'Ada', role: 'CUSTOM', permissions, sessionId: null });

test.each([
  ['seconds old', 0.0001, 0, [], 0],
  ['seconds old, with reputation', 0.0001, 500, [], 0],
  ['almost a day old', 0.999, 0, ['content.create'], 0],
  ['a day old', 1, 0, [], 1],
  ['a day old, with reputation', 1, 500, [], 1],
  ['a month old', 30, 29, [], 1],
  ['a month old, with reputation', 30, 30, [], 2],
  ['a moderator', 0, 0, ['moderation.handle'], 2],
  ['a moderator of the forum', 0, 0, ['forum.moderate'], 2],
  ['a reviewer', 0, 0, ['content.publish'], 2],
  ['an editor', 0, 0, ['content.edit_any'], 2],
])('a report of an account that is %s', (_who, days, reputation, permissions, weight) => {
  const joinedAt = new Date(now.getTime() - days * DAY_MS);
  expect(weighReport(actorWith(...permissions), { joinedAt, reputation }, now)).toBe(weight);
});
