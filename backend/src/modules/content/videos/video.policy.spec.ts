import { expect, test } from '@jest/globals';
import { actorOf, AUTHOR_ID, type Requester, withOthers } from '../../../../test/support/requesters.js';
import { getVideoAbilities, getVideoState, type VideoFacts } from './video.policy.js';

const video = (changes: Partial<VideoFacts>): VideoFacts => ({
  author_id: AUTHOR_ID,
  status: 'READY',
  is_draft: false,
  visibility: 'PUBLIC',
  published_at: null,
  source_type: 'UPLOAD',
  attempt_id: null,
  error_reason: null,
  review_note: null,
  has_source: true,
  is_playable: true,
  ...changes,
});
const unplayable = { is_playable: false };
const videos = {
  draft: video({ is_draft: true }),
  returned: video({ is_draft: true, review_note: 'Shorter.' }),
  draftProcessing: video({ is_draft: true, status: 'PROCESSING', attempt_id: 'a', ...unplayable }),
  draftFailed: video({ is_draft: true, status: 'ERROR', error_reason: 'No video.', ...unplayable }),
  processing: video({ status: 'PROCESSING', attempt_id: 'a', ...unplayable }),
  inReview: video({}),
  published: video({ published_at: new Date() }),
  hidden: video({ status: 'ERROR', review_note: 'Names a customer.' }),
};
type Name = keyof typeof videos;
const names = Object.keys(videos) as Name[];

test('what is ready and not published is a draft, or awaits review', () => {
  expect(names.map((name) => [name, getVideoState(videos[name])])).toEqual([
    ['draft', 'DRAFT'],
    ['returned', 'DRAFT'],
    ['draftProcessing', 'DRAFT'],
    ['draftFailed', 'DRAFT'],
    ['processing', 'PROCESSING'],
    ['inReview', 'IN_REVIEW'],
    ['published', 'READY'],
    ['hidden', 'ERROR'],
  ]);
});

const published = ['submit', 'withdraw', 'publish', 'review'] as const;
type Ability = (typeof published)[number];
type ByName = Record<Name, Ability[]>;

/** The abilities that concern publication. */
const abilitiesOf = (requester: Requester): ByName =>
  Object.fromEntries(
    names.map((name) => {
      const abilities = getVideoAbilities(actorOf(requester), videos[name]);
      return [name, published.filter((ability) => abilities[ability])];
    }),
  ) as ByName;

const none = Object.fromEntries(names.map((name) => [name, []])) as unknown as ByName;
const publisher: ByName = {
  draft: ['submit', 'publish'],
  returned: ['submit', 'publish'],
  draftProcessing: ['submit', 'publish'],
  draftFailed: [],
  processing: ['withdraw', 'publish'],
  inReview: ['withdraw', 'publish', 'review'],
  published: ['withdraw'],
  hidden: ['withdraw', 'publish'],
};
const author: ByName = {
  draft: ['submit'],
  returned: ['submit'],
  draftProcessing: ['submit'],
  draftFailed: [],
  processing: ['withdraw'],
  inReview: ['withdraw'],
  published: [],
  hidden: ['submit'],
};

test.each(
  withOthers<[ByName]>(
    [
      ['author', author],
      ['REVIEWER', publisher],
      ['EDITOR', publisher],
      ['ADMIN', publisher],
      ['content.publish', publisher],
      // As before drafts, an editor of any content submits what was hidden.
      ['content.edit_any', { ...none, hidden: ['submit'] }],
    ],
    none,
  ),
)('%s: %j', (requester, expected) => {
  expect(abilitiesOf(requester)).toEqual(expected);
});
