import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createComment, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { findMentionAtEnd } from './mentions';
import { NewComment } from './new-comment';

const field = () => screen.getByRole('textbox', { name: 'Write a comment' });
const activeOption = () => screen.getByRole('option', { selected: true });

const createSuggestion = (title: string, handle: string | null) => ({
  type: 'user',
  id: title,
  title,
  url: `/user/${title}`,
  handle,
});

test.each([
  ['@a', 'a', 1],
  ['Thank you, @Jör', 'Jör', 12],
  ['(@ada-l', 'ada-l', 2],
  ['first\n@b', 'b', 7],
  ['@ada and @b', 'b', 10],
])('%j ends with a mention of %s', (text, query, from) => {
  expect(findMentionAtEnd(text)).toEqual({ query, from });
});

test.each(['', '@', '@-', 'mail@example', 'a.@b', '@@a', '@ada l', '@ada, ', 'https://x.org/@ada'])(
  '%j does not end with a mention',
  (text) => {
    expect(findMentionAtEnd(text)).toBeUndefined();
  },
);

describe('the list of users', () => {
  const SUGGESTIONS = 'GET /search/suggestions';
  const POST = 'POST /comments';
  const suggestions = [
    createSuggestion('Ada Author', 'ada'),
    createSuggestion('Deleted user', null),
    createSuggestion('Adam Editor', 'adam'),
    createSuggestion('Adele Reader', 'adele'),
  ];

  let user: UserEvent;
  beforeEach(() => {
    user = userEvent.setup();
  });

  async function open(typed: string, response = ok(suggestions)) {
    const api = stubApi({ [SUGGESTIONS]: response });
    const account = createUser();
    await renderScreen(
      <NewComment user={account} subject={{ kind: 'document', id: 'document' }} onCreated={() => undefined} />,
      { user: account },
    );
    await user.type(field(), typed);
    return api;
  }

  /** Opens the form and types the beginning of a name, for which there are three users. */
  async function openList(typed = 'Hi @ad') {
    const api = await open(typed);
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    return api;
  }

  test('is requested for users only and announced', async () => {
    const api = await openList();
    const query = api.sent(SUGGESTIONS).at(-1)?.query;
    expect(query?.get('q')).toBe('ad');
    expect(query?.get('content_type')).toBe('user');
    expect(screen.getByText('3 people to mention; choose with the arrow keys and Enter.')).toBeInTheDocument();
    expect(screen.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
    expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  });

  test('is walked through by the arrow keys, with the active user named at the field', async () => {
    await openList();
    const names = ['Ada Author @ada', 'Adam Editor @adam', 'Adele Reader @adele'];
    for (const [key, name] of [
      ['', names[0]],
      ['{ArrowDown}', names[1]],
      ['{ArrowDown}', names[2]],
      ['{ArrowDown}', names[0]],
      ['{ArrowUp}', names[2]],
    ] as const) {
      if (key) await user.keyboard(key);
      expect(activeOption()).toHaveTextContent(name ?? '');
      expect(field()).toHaveAttribute('aria-activedescendant', activeOption().id);
    }
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('Hi @ad');
  });

  test.each(['{Enter}', '{Tab}'])('inserts the active user by %s', async (key) => {
    const api = await openList();
    api.on(POST, ok(createComment(), 201));
    await user.keyboard(`{ArrowDown}${key}`);
    expect(field()).toHaveValue('Hi @adam ');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    await user.keyboard('hello{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(api.sent(POST).map(({ body }) => body)).toMatchObject([{ content: 'Hi @adam hello' }]);
    });
  });

  test('inserts a user inside a text without doubling the space', async () => {
    await openList('Hi and bye{ArrowLeft>8/} @ad');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('Hi @ada and bye');
    await user.keyboard('!');
    expect(field()).toHaveValue('Hi @ada !and bye');
  });

  test('inserts a pressed user', async () => {
    await openList();
    await user.click(screen.getByRole('option', { name: /Adele Reader/ }));
    expect(field()).toHaveValue('Hi @adele ');
    expect(field()).toHaveFocus();
  });

  test('is dismissed by Escape for this mention only', async () => {
    await openList();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    await user.keyboard('a{Enter}');
    expect(field()).toHaveValue('Hi @ada\n');
    await user.keyboard('@ad');
    expect(await screen.findAllByRole('option')).toHaveLength(3);
  });

  test('is closed when the field loses the focus', async () => {
    await openList();
    await user.tab({ shift: true });
    expect(field()).not.toHaveFocus();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(field()).toHaveValue('Hi @ad');
  });

  test('does not keep Ctrl+Enter from sending', async () => {
    const api = await openList();
    api.on(POST, ok(createComment(), 201));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(api.sent(POST).map(({ body }) => body)).toMatchObject([{ content: 'Hi @ad' }]);
    });
  });

  test('is empty when the server refuses, and typing continues', async () => {
    const api = await open('Hi @ad', problem(500));
    await waitFor(() => {
      expect(api.sent(SUGGESTIONS).length).toBeGreaterThan(0);
    });
    await user.keyboard('a{Enter}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(field()).toHaveValue('Hi @ada\n');
  });
});
