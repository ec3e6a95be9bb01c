import { describe, expect, test } from '@jest/globals';
import { actorOf, AUTHOR_ID, OTHER_ID, type Requester, withOthers } from '../../../../test/support/requesters.js';
import { type DocumentStatus, documentStatuses, type Visibility } from '../audience/audience.js';
import { canReview } from '../items/item.policy.js';
import {
  getDocumentAbilities,
  canSeeRevisions,
  canTransition,
  type DocumentFacts,
  isAuthorTransition,
  requiresReview,
} from './document.policy.js';

type ByStatus<T> = Record<DocumentStatus, T>;

const document = (status: DocumentStatus, more: Partial<DocumentFacts> = {}): DocumentFacts => ({
  author_id: AUTHOR_ID,
  status,
  visibility: 'PUBLIC',
  is_template: false,
  ...more,
});
const byStatus = <T>(of: (status: DocumentStatus) => T) =>
  Object.fromEntries(documentStatuses.map((status) => [status, of(status)])) as ByStatus<T>;
const none: ByStatus<never[]> = { DRAFT: [], IN_REVIEW: [], PUBLISHED: [], ARCHIVED: [] };

describe('transitions', () => {
  /** Statuses that each requester may set, by the status of the document. */
  const any = byStatus(() => [...documentStatuses]);
  const unchanged = byStatus((status) => [status]);
  const table = withOthers<[ByStatus<DocumentStatus[]>]>(
    [
      ['guest', none],
      [
        'author',
        {
          DRAFT: ['DRAFT', 'IN_REVIEW'],
          IN_REVIEW: ['DRAFT', 'IN_REVIEW'],
          PUBLISHED: ['PUBLISHED', 'ARCHIVED'],
          ARCHIVED: ['ARCHIVED'],
        },
      ],
      ['author without permissions', none],
      ['VIEWER', none],
      ['CONTRIBUTOR', none],
      ['REVIEWER', any],
      ['EDITOR', any],
      ['ADMIN', any],
      ['content.publish', any],
      ['content.edit_any', unchanged],
    ],
    none,
  );

  test.each(table)('%s: %j', (requester, allowed) => {
    const actor = actorOf(requester);
    expect(byStatus((from) => documentStatuses.filter((to) => canTransition(actor, document(from), to)))).toEqual(
      allowed,
    );
  });

  const ofAuthors: ByStatus<DocumentStatus[]> = {
    DRAFT: ['IN_REVIEW'],
    IN_REVIEW: ['DRAFT'],
    PUBLISHED: ['ARCHIVED'],
    ARCHIVED: [],
  };

  test.each(withOthers<[ByStatus<DocumentStatus[]>]>([['author', ofAuthors]], none))(
    '%s, as the author: %j',
    (requester, allowed) => {
      const actor = actorOf(requester);
      expect(
        byStatus((from) => documentStatuses.filter((to) => isAuthorTransition(actor, document(from), to))),
      ).toEqual(allowed);
    },
  );
});

describe('history and review', () => {
  test.each<[Requester, history: boolean, review: boolean, editsWait: boolean]>(
    withOthers(
      [
        ['guest', false, false, true],
        ['author', true, false, true],
        ['author without permissions', true, false, true],
        ['VIEWER', false, false, true],
        ['CONTRIBUTOR', false, false, true],
        ['REVIEWER', true, true, false],
        ['EDITOR', true, true, false],
        ['ADMIN', true, true, false],
        ['content.publish', true, true, false],
        ['content.edit_any', true, false, true],
      ],
      false,
      false,
      true,
    ),
  )(
    '%s: sees the history %p, reviews %p, edits of published documents wait %p',
    (requester, history, review, waits) => {
      const actor = actorOf(requester);
      expect(canReview(actor)).toBe(review);
      for (const from of documentStatuses) {
        expect([from, canSeeRevisions(actor, document(from))]).toEqual([from, history]);
        for (const to of documentStatuses)
          expect([from, to, requiresReview(actor, document(from), to)]).toEqual([
            from,
            to,
            waits && from === 'PUBLISHED' && to === 'PUBLISHED',
          ]);
      }
    },
  );
});

type Ability = keyof ReturnType<typeof getDocumentAbilities>;

const abilitiesIn = (requester: Requester, facts: DocumentFacts): Ability[] =>
  Object.entries(getDocumentAbilities(actorOf(requester), facts)).flatMap(([name, has]) =>
    has ? [name as Ability] : [],
  );

describe('abilities', () => {
  const publisher: ByStatus<Ability[]> = {
    DRAFT: ['submit', 'publish', 'archive'],
    IN_REVIEW: ['withdraw', 'publish', 'archive', 'review'],
    PUBLISHED: ['withdraw', 'archive'],
    ARCHIVED: ['withdraw', 'publish'],
  };
  const share = byStatus<Ability[]>((status) => (status === 'PUBLISHED' ? ['share'] : []));
  const editor = byStatus<Ability[]>((status) => [
    'edit',
    'delete',
    'make_template',
    ...publisher[status],
    ...share[status],
  ]);
  const author: ByStatus<Ability[]> = {
    DRAFT: ['edit', 'delete', 'submit'],
    IN_REVIEW: ['edit', 'delete', 'withdraw'],
    PUBLISHED: ['edit', 'delete', 'archive'],
    ARCHIVED: ['edit', 'delete'],
  };
  // INTERNAL documents do not exist for a publisher without content.view_internal.
  const publisherOfInternal = byStatus<Ability[]>(() => []);
  /** @param shared what the author and editors without content.set_internal may share */
  const cellsFor = (ofPublisher: ByStatus<Ability[]>, shared: ByStatus<Ability[]>) =>
    withOthers<[ByStatus<Ability[]>]>(
      [
        ['guest', none],
        ['author', byStatus((status) => [...author[status], ...shared[status]])],
        ['author without permissions', none],
        ['VIEWER', none],
        ['CONTRIBUTOR', none],
        ['REVIEWER', publisher],
        ['EDITOR', editor],
        ['ADMIN', editor],
        ['content.publish', ofPublisher],
        ['content.edit_any', byStatus((status) => ['edit', 'make_template', ...shared[status]])],
        ['content.delete_any', byStatus(() => ['delete'])],
      ],
      none,
    );
  const table: [Visibility, Requester, ByStatus<Ability[]>][] = [
    ...cellsFor(publisher, share).map(([requester, cells]): [Visibility, Requester, typeof cells] => [
      'PUBLIC',
      requester,
      cells,
    ]),
    ...cellsFor(publisher, share).map(([requester, cells]): [Visibility, Requester, typeof cells] => [
      'LOGGED_IN',
      requester,
      cells,
    ]),
    ...cellsFor(publisherOfInternal, none).map(([requester, cells]): [Visibility, Requester, typeof cells] => [
      'INTERNAL',
      requester,
      cells,
    ]),
  ];

  test.each(table)('%s document, %s: %j', (visibility, requester, abilities) => {
    expect(byStatus((status) => abilitiesIn(requester, document(status, { visibility })).sort())).toEqual(
      byStatus((status) => [...abilities[status]].sort()),
    );
  });
});

/**
 * What a pending or returned edit adds to the abilities for a published document. The facts contain only those that the
 * requester may know of, and guests get no abilities.
 */
describe('abilities for edits', () => {
  const table = withOthers<[ofAuthor: Ability[], ofOther: Ability[], returned: Ability[]]>(
    [
      ['author', ['withdraw_edit'], [], ['withdraw_edit']],
      ['author without permissions', ['withdraw_edit'], [], ['withdraw_edit']],
      ['REVIEWER', ['review'], ['review', 'withdraw_edit'], ['withdraw_edit']],
      ['EDITOR', ['review'], ['review', 'withdraw_edit'], ['withdraw_edit']],
      ['ADMIN', ['review'], ['review', 'withdraw_edit'], ['withdraw_edit']],
      ['content.publish', ['review'], ['review', 'withdraw_edit'], ['withdraw_edit']],
    ],
    [],
    ['withdraw_edit'],
    ['withdraw_edit'],
  ).filter(([requester]) => requester !== 'guest');

  test.each(table)(
    "%s: the author's pending edit %j, that of the other user %j, a returned edit %j",
    (requester, ofAuthor, ofOther, returned) => {
      const added = (more: Partial<DocumentFacts>) => {
        const usual = abilitiesIn(requester, document('PUBLISHED'));
        return abilitiesIn(requester, document('PUBLISHED', more)).filter((ability) => !usual.includes(ability));
      };
      expect(added({ pending_author_id: AUTHOR_ID })).toEqual(ofAuthor);
      expect(added({ pending_author_id: OTHER_ID })).toEqual(ofOther);
      expect(added({ review_note: 'Please add an example.' })).toEqual(returned);
      for (const status of documentStatuses.filter((other) => other !== 'PUBLISHED'))
        expect(abilitiesIn(requester, document(status, { review_note: 'No.' }))).not.toContain('withdraw_edit');
    },
  );
});
