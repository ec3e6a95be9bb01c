import { expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
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

test('properties become attributes, and alignment of cells a style', async () => {
  await renderScreen(<Markdown text={'Said[^1]\n\n[^1]: Why\n\n| a | b |\n|--:|---|\n| 1 | 2 |'} />);
  const reference = screen.getByRole('link', { name: '1' });
  expect(reference).toHaveAttribute('data-footnote-ref', 'true');
  expect(reference).toHaveAttribute('aria-describedby', 'footnote-label');
  expect(screen.getByRole('cell', { name: '1' })).toHaveStyle({ textAlign: 'right' });
  expect(screen.getByRole('table').childNodes).toHaveLength(2);
});
