import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { CompareView, type Sides } from './compare-view';
import TextCompare from './text-compare';

const label = 'Content';

const matchMedia = window.matchMedia;
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});
afterEach(() => {
  window.matchMedia = matchMedia;
});

const showSideBySide = () => {
  window.matchMedia = (media) => ({ ...matchMedia(media), matches: true });
};

const numbers = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const change = (...lines: number[]) =>
  numbers.map((line, index) => (lines.includes(index + 1) ? `${line} changed` : line)).join('\n');

function open(before: string, after: string) {
  const results: string[] = [];
  render(
    <TextCompare
      label={label}
      before={before}
      after={after}
      beforeLabel="Published"
      afterLabel="Suggested"
      decisions={{ take: 'Reject', keep: 'Accept', onChange: (text) => results.push(text) }}
    />,
  );
  const group = screen.getByRole('group', { name: 'Content' });
  const press = (name: string) => user.click(within(group).getByRole('button', { name }));
  return { results, group, press, status: within(group).getByRole('status') };
}

test.each(['one column', 'two columns'])('in %s buttons and keys lead from change to change', async (layout) => {
  if (layout === 'two columns') showSideBySide();
  const { group, press, status } = open(numbers.join('\n'), change(2, 15, 29));
  expect(status).toHaveTextContent('Change 1 of 3 Removed: line 2 Added: line 2 changed');
  expect(group.querySelector('.cm-mergeView') !== null).toBe(layout === 'two columns');
  await press('Next change');
  expect(status).toHaveTextContent('Change 2 of 3 Removed: line 15 Added: line 15 changed');
  within(group).getAllByRole('textbox')[0]?.focus();
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  expect(status).toHaveTextContent(/^Change 1 of 3/);
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(status).toHaveTextContent(/^Change 3 of 3/);
});

test('unchanged lines are hidden until a button shows them', async () => {
  const { group, press } = open(numbers.join('\n'), change(2, 29));
  expect(group).not.toHaveTextContent('line 14');
  expect(group).toHaveTextContent('20 unchanged lines');
  await press('Show all lines');
  expect(group).toHaveTextContent('line 14');
  await press('Show all lines');
  expect(group).not.toHaveTextContent('line 14');
});

test.each(['one column', 'two columns'])('in %s single changes are taken, kept and undone', async (layout) => {
  if (layout === 'two columns') showSideBySide();
  const { results, press, status, group } = open(numbers.join('\n'), change(2, 15, 29));
  await press('Accept');
  expect(status).toHaveTextContent(/^Change 1 of 2 Removed: line 15/);
  await press('Reject');
  expect(status).toHaveTextContent(/^Change 1 of 1 Removed: line 29/);
  await press('Accept');
  expect(status).toHaveTextContent('Every change is decided.');
  expect(results.at(-1)).toBe(change(2, 29));
  expect(within(group).getByRole('button', { name: 'Reject' })).toHaveAttribute('aria-disabled', 'true');
  await press('Undo');
  await press('Undo');
  expect(status).toHaveTextContent(/^Change 1 of 2 Removed: line 15/);
  expect(results.at(-1)).toBe(change(2, 15, 29));
});

/** Decides about one change after the other until the texts are alike. */
const decide = (before: string, after: string, isSideBySide: boolean, takes: boolean[]) => {
  let sides: Sides = { before, after, contested: [] };
  for (let step = 0; ; step++) {
    const options = { isSideBySide, isCollapsed: true, beforeLabel: 'a', afterLabel: 'b', onSelect: () => undefined };
    const view = new CompareView({ parent: document.body, ...sides, ...options });
    const [chunk] = view.chunks;
    if (chunk) sides = view[takes[step % takes.length] ? 'take' : 'keep'](chunk);
    view.destroy();
    if (!chunk) {
      expect(sides.before).toBe(sides.after);
      return sides.after;
    }
  }
};

test('in both layouts the same decisions give the same text, for any two texts', () => {
  const line = fc.constantFrom('', 'a', 'b', 'one two', 'one three');
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), (before, after, takes) => {
      const layouts = [true, false];
      const [mixed, ...others] = layouts.map((isSideBySide) => decide(before, after, isSideBySide, takes));
      expect(others).toEqual([mixed]);
      for (const isSideBySide of layouts) {
        expect(decide(before, after, isSideBySide, [true])).toBe(before);
        expect(decide(before, after, isSideBySide, [false])).toBe(after);
      }
    }),
    { numRuns: 200 },
  );
});

const long = (word: string) =>
  Array.from({ length: 8000 }, (_, index) => `${word} ${index * 7919} and more`).join('\n');

test('long texts that share nothing are compared coarsely, which a sentence says', () => {
  open(long('old'), long('new'));
  expect(screen.getByText(/only lines are compared here/)).toBeInTheDocument();
});
