import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { stubApi } from '../../../../test/stub-api';
import { CommentForm } from './comment-form';

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

const LABEL = 'Your text';
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: LABEL });
const tool = (name: string) =>
  within(screen.getByRole('toolbar', { name: 'Formatting' })).getByRole('button', { name });

async function open(content: string) {
  stubApi({});
  await renderScreen(
    <CommentForm
      name="text"
      label={LABEL}
      stored={content}
      submitLabel="Send"
      errorText="Failed"
      submit={() => Promise.resolve()}
    />,
    { user: createUser() },
  );
  await user.click(field());
}

function select(text: string): void {
  const from = field().value.indexOf(text);
  field().setSelectionRange(from, from + text.length);
}

test.each([
  ['Bold', 'a **word** b'],
  ['Italic', 'a _word_ b'],
  ['Link', 'a [word](https://) b'],
  ['Quote', '> a word b'],
  ['Bulleted list', '- a word b'],
  ['Code', 'a `word` b'],
  ['Code block', 'a \n\n```\nword\n```\n\n b'],
])('%s changes the selected words, and the focus stays in the field', async (name, expected) => {
  await open('a word b');
  select('word');
  await user.click(tool(name));
  await waitFor(() => {
    expect(field()).toHaveValue(expected);
  });
  expect(field()).toHaveFocus();
});

test.each([
  ['b', { ctrlKey: true, key: 'b', code: 'KeyB' }, 'a **word** b'],
  ['k', { ctrlKey: true, key: 'k', code: 'KeyK' }, 'a [word](https://) b'],
  ['8', { ctrlKey: true, shiftKey: true, key: '*', code: 'Digit8' }, '- a word b'],
  ['.', { ctrlKey: true, shiftKey: true, key: '>', code: 'Period' }, '> a word b'],
])('the shortcut with %s does the same', async (_name, keys, expected) => {
  await open('a word b');
  select('word');
  // false: the default action is prevented, so that Ctrl+K does not open the palette.
  expect(fireEvent.keyDown(field(), keys)).toBe(false);
  await waitFor(() => {
    expect(field()).toHaveValue(expected);
  });
});

test('characters typed with AltGr are no shortcuts', async () => {
  await open('a word b');
  select('word');
  const event = new KeyboardEvent('keydown', {
    ctrlKey: true,
    altKey: true,
    modifierAltGraph: true,
    key: 'ć',
    code: 'KeyC',
    bubbles: true,
    cancelable: true,
  });
  expect(field().dispatchEvent(event)).toBe(true);
});

test('arrow keys move between the tools, which are one tab stop before the field', async () => {
  await open('');
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(tool('Bold')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(tool('Italic')).toHaveFocus();
  await user.keyboard('{End}');
  expect(tool('Code block')).toHaveFocus();
  await user.tab();
  expect(field()).toHaveFocus();
});

test('a dropped file that is no image is refused, and the page is not left', async () => {
  await open('typed');
  const files = [new File(['x'], 'notes.pdf', { type: 'application/pdf' })];
  expect(fireEvent.drop(field(), { dataTransfer: { files, types: ['Files'] } })).toBe(false);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Only images can be added.');
  expect(field()).toHaveValue('typed');
});
