import { describe, expect, test } from '@jest/globals';
import { auditActions, describeAction, humanize, nameAction, nameSetting } from './audit-sentences';
import { dayParam, isFiltered, toFilterParams } from './search-params';
import { diffValues } from './value-diff';

describe('the difference of recorded values', () => {
  test.each([
    [{ role: 'VIEWER' }, { role: 'EDITOR' }, [{ field: 'Role', before: 'Viewer', after: 'Editor', isChange: true }]],
    [{ title: 'Same' }, { title: 'Same' }, [{ field: 'Title', after: 'Same', isChange: false }]],
    [null, { is_hidden: true }, [{ field: 'Hidden', after: 'yes', isChange: false }]],
    [{ tags: ['a', 'b'] }, { tags: ['c', 'a'] }, [{ field: 'Tags', before: 'b', after: 'c', isChange: true }]],
    [{ tags: ['a', 'b'], n: 1 }, { tags: ['b', 'a'], n: 1 }, [{ field: 'N', after: '1', isChange: false }]],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, [{ field: 'B', before: '2', after: '3', isChange: true }]],
    [{ title: 'Gone' }, null, [{ field: 'Title', before: 'Gone', isChange: false }]],
    [{ note: null }, { note: null }, []],
    [null, { style: { color: 'red' } }, [{ field: 'Style', after: 'Color: red', isChange: false }]],
    [
      null,
      { style: { color: 'red', size: null } },
      [{ field: 'Style', after: 'Color: red\nSize: –', isChange: false }],
    ],
    [{ status: 'DRAFT' }, { status: 'READY' }, [{ field: 'Status', before: 'Draft', after: 'Ready', isChange: true }]],
    [{ value: false }, { value: true }, [{ field: 'Value', before: 'no', after: 'yes', isChange: true }]],
  ])('%j → %j', (before, after, expected) => {
    expect(diffValues(before, after)).toEqual(expected);
  });
});

describe('sentences', () => {
  test('name the values of a change', () => {
    expect(describeAction('user.role_changed', { role: 'VIEWER' }, { role: 'EDITOR' })).toBe(
      'Changed the role from Viewer to Editor',
    );
    expect(describeAction('setting.changed', { value: false }, { value: true })).toBe(
      'Changed the setting from no to yes',
    );
    expect(describeAction('setting.changed', { value: '' }, { value: 'Hub' })).toBe(
      'Changed the setting from empty to Hub',
    );
    expect(describeAction('setting.changed', { value: ['a.example', 'b.example'] }, { value: [] })).toBe(
      'Changed the setting from a.example, b.example to empty',
    );
    expect(describeAction('document.status_changed', { status: 'DRAFT' }, { status: 'IN_REVIEW' })).toBe(
      'Changed the status from Draft to In review',
    );
    expect(describeAction('document.reviewed', null, { action: 'request_changes' })).toBe(
      'Requested changes to a document',
    );
    const thread = { title: 'Hello', tags: [], is_pinned: false, is_locked: false };
    const sentenceOf = (change: object) => describeAction('thread.updated', thread, { ...thread, ...change });
    expect([
      sentenceOf({ is_locked: true }),
      sentenceOf({ is_pinned: true }),
      describeAction('thread.updated', { ...thread, is_locked: true }, thread),
      sentenceOf({ title: 'Bye' }),
      sentenceOf({ tags: ['a'] }),
    ]).toEqual([
      'Locked a thread',
      'Pinned a thread',
      'Unlocked a thread',
      'Renamed a thread',
      'Changed the tags of a thread',
    ]);
    expect(describeAction('post.reports_dismissed', null, null)).toBe('Kept a post and dismissed its reports');
  });

  test('name settings by their labels', () => {
    expect(nameSetting('backups.keep')).toBe('Backups to keep');
    expect(nameSetting('demo.unfinished')).toBeUndefined();
  });

  test('exist for every action, also without values', () => {
    for (const action of auditActions) {
      expect(describeAction(action, null, null)).toMatch(/^[A-Z].{5}/);
      expect(describeAction(action, null, null)).not.toBe(humanize(action));
      expect(nameAction(action)).toMatch(/^[A-Z][A-Za-z ]+: [a-z ]+$/);
    }
  });

  test('of actions that this version does not know are made of their names', () => {
    expect(describeAction('thing.was_done', null, null)).toBe('Thing was done');
  });
});

describe('days in the address', () => {
  test('are whole days in the time zone of the user', () => {
    const { from, to } = toFilterParams({ from: '2026-03-28', to: '2026-03-29' });
    expect(from).toBe(new Date(2026, 2, 28).toISOString());
    expect(to).toBe(new Date(2026, 2, 30).toISOString());
  });

  test('that are none are ignored', () => {
    expect(['yesterday', '2026-99-99', 20260101, '2026-01-01'].map(dayParam)).toEqual([
      undefined,
      undefined,
      undefined,
      '2026-01-01',
    ]);
    expect([isFiltered({ before: 'x' }), isFiltered({ from: '2026-01-01' })]).toEqual([false, true]);
  });
});
