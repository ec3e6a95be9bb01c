import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
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
const account = createUser();
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
    { user: account },
  );
  await user.click(field());
}

test('arrow keys move between the tools, which are one tab stop before the field', async () => {
  await open('');
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(tool('Bold')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(tool('Italic')).toHaveFocus();
  await user.keyboard('{End}');
  expect(tool('Help')).toHaveFocus();
  await user.tab();
  expect(field()).toHaveFocus();
});

test('a user finds the chosen mode again, other users do not', async () => {
  await open('');
  await user.click(tool('Markdown source'));
  expect(tool('Markdown source')).toBePressed();
  expect(Object.entries(localStorage)).toContainEqual([`editor_mode/${account.id}`, 'source']);
  await user.click(tool('Markdown source'));
  expect(tool('Markdown source')).not.toBePressed();
});

test('without the editor the plain field stays, and a tool says why it does nothing', async () => {
  await open('typed');
  await user.click(tool('Bold'));
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(field()).toHaveValue('typed');
});

test('a dropped folder is refused, and the page is not left', async () => {
  await open('typed');
  const items = [{ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }) }];
  expect(fireEvent.drop(field(), { dataTransfer: { items, types: ['Files'] } })).toBe(false);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Folders cannot be added.');
  expect(field()).toHaveValue('typed');
});
