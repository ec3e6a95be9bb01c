import { expect, test } from '@jest/globals';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { Markdown } from './markdown';
import { MarkdownPreview } from './markdown-preview';

const callouts = '> [!WARNING]\n> Hot\n\n:::danger Do not touch\nReally\n:::\n\n> Quoted';
const code = '```SQL\nselect 1\n```\n\n```\nplain\n```';

test('a callout is a note named by its kind, with a title of its own or the kind', async () => {
  await renderScreen(<Markdown text={callouts} />);
  const warning = screen.getByRole('note', { name: 'Warning' });
  expect(within(warning).getByText('Warning')).toBeVisible();
  expect(within(warning).getByText('Hot')).toBeVisible();
  const danger = screen.getByRole('note', { name: 'Danger' });
  expect(danger).toHaveTextContent(/^Do not touch\s*Really$/);
  expect(screen.getByText('Quoted').closest('blockquote')).not.toBeNull();
});

test('code has its language and a button that copies it', async () => {
  await renderScreen(<Markdown text={code} />);
  expect(screen.getByText('sql')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Copy code' })).toHaveLength(2);
});

test.each([
  ['a list', '1. Step\n\n    ```js\n    const a = 1;\n    ```', 'const'],
  ['a quote', '> ```bash\n> echo hi\n> ```', 'echo'],
  ['a quote in a list', '- > ~~~ts\n  > const a = 1;\n  > ~~~', 'const'],
])('code in %s is coloured, without other code beside it', async (_where, text, word) => {
  await renderScreen(<Markdown text={text} />);
  expect((await screen.findByText(word)).className).toMatch(/^hljs-/);
});

test('a click on the link of a heading copies its address', async () => {
  const user = userEvent.setup();
  Object.assign(window, { isSecureContext: true });
  await renderScreen(<Markdown text="## Restore" />);
  await user.click(screen.getByRole('link', { name: 'Link to “Restore”' }));
  expect(await screen.findByText('Link copied')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toMatch(/^http.*#restore$/);
});

test('the preview marks raw HTML and says that readers do not see it', async () => {
  await renderScreen(<MarkdownPreview text="a <b>word</b>" />);
  expect(screen.getByText('HTML is not supported. Readers don’t see the marked parts.')).toBeVisible();
  expect(screen.getByText('<b>').tagName).toBe('CODE');
});

test('without raw HTML the preview has no hint', async () => {
  await renderScreen(<MarkdownPreview text="one<br>two <!-- a comment -->" />);
  expect(screen.queryByText(/HTML/)).toBeNull();
});

test('an image that is gone is replaced by its description', async () => {
  await renderScreen(<Markdown text="![A map](/api/files/gone)" />);
  fireEvent.error(screen.getByRole('img', { name: 'A map' }));
  expect(screen.getByText('This image is no longer available: A map')).toBeVisible();
  expect(screen.queryByRole('img', { name: 'A map' })).toBeNull();
});

test('an image is enlarged by Enter, named by its description, and gets the focus back', async () => {
  const user = userEvent.setup();
  await renderScreen(<Markdown text={'![A map](/api/files/map)\n\n![](/api/files/line)'} />);
  expect(screen.getByRole('button', { name: 'Enlarge image' })).toBeVisible();
  const button = screen.getByRole('button', { name: 'Enlarge image: A map' });
  button.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'A map' });
  expect(within(dialog).getByRole('img', { name: 'A map' })).toHaveAttribute('src', '/api/files/map');
  expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button).toHaveFocus();

  await user.click(button);
  await user.click(within(await screen.findByRole('dialog')).getByRole('img'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(button).toHaveFocus();
});

test('an image in a link is a link only', async () => {
  await renderScreen(<Markdown text="[![A map](/api/files/map)](/docs/map)" />);
  expect(screen.getByRole('link', { name: 'A map' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('properties become attributes, and alignment of cells a style', async () => {
  await renderScreen(<Markdown text={'Said[^1]\n\n[^1]: Why\n\n| a | b |\n|--:|---|\n| 1 | 2 |'} />);
  const reference = screen.getByRole('link', { name: '1' });
  expect(reference).toHaveAttribute('data-footnote-ref', 'true');
  expect(reference).toHaveAttribute('aria-describedby', 'footnote-label');
  expect(screen.getByRole('cell', { name: '1' })).toHaveStyle({ textAlign: 'right' });
  expect(screen.getByRole('table').childNodes).toHaveLength(2);
});

/** Takes over HTML as the server has rendered it, and returns a function that shows another text in its place. */
async function hydrate(text: string, html: string) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await router.load();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = `<div class="markdown">${html}</div>`;
  const createScreen = (shown: string) => (
    <RouterContextProvider router={router}>
      <Markdown text={shown} />
    </RouterContextProvider>
  );
  const { rerender } = render(createScreen(text), { container, hydrate: true });
  return {
    container,
    show: (shown: string) =>
      act(async () => {
        rerender(createScreen(shown));
        await Promise.resolve();
      }),
  };
}

test('a served text stays until another one takes its place, and appears again after that', async () => {
  const { container, show } = await hydrate('one', '<p>one, as served</p>');
  expect(container).toHaveTextContent('one, as served');
  await show('two');
  expect(container).toHaveTextContent(/^two$/);
  await show('one');
  expect(container).toHaveTextContent(/^one$/);
});

test('one click shows all of a long served text', async () => {
  const { container } = await hydrate('words', '<p>wo</p><button data-shows-all="">Show everything</button>');
  fireEvent.click(within(container).getByRole('button', { name: 'Show everything' }));
  expect(await within(container).findByText('words')).toBeVisible();
  expect(container.querySelector('.markdown')).toHaveFocus();
});
