import { afterEach, expect, test } from '@jest/globals';
import { findSelection, readRenderedText } from './passage-text';

function render(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  return root;
}
afterEach(() => {
  document.body.replaceChildren();
});

const PAGE = `
  <p>Intro with <strong>bold</strong>\n words.</p>
  <div><h2>Set-up</h2><a href="#x" aria-label="Link"><svg></svg></a></div>
  <ul><li>Press <code>Enter</code><sup><a data-footnote-ref href="#f">1</a></sup></li><li>Wait<br>a bit</li></ul>
  <p><button type="button"><img alt="A key" src="/k.png"></button> is pressed. <button type="button">Copy</button></p>`;

test('the text has single spaces, its headings, descriptions of images, and nothing of the page around it', () => {
  const { text, headings } = readRenderedText(render(PAGE));
  expect(text).toBe('Intro with bold words. Set-up Press Enter Wait a bit A key is pressed.');
  expect(headings).toEqual([{ at: 23, heading: 'Set-up' }]);
});

test.each(['with bold words', 'Enter Wait a', 'A key is', 'Intro'])('%j is found on the page again', (quote) => {
  const rendered = readRenderedText(render(PAGE));
  const from = rendered.text.indexOf(quote);
  const range = rendered.toRange({ from, to: from + quote.length });
  if (!range) throw new Error('It is not on the page.');
  const start = rendered.toPosition(range.startContainer, range.startOffset);
  expect(rendered.text.slice(start).trimStart().startsWith(quote)).toBe(true);
  expect(rendered.toPosition(range.endContainer, range.endOffset)).toBeGreaterThanOrEqual(from + quote.length);
});

test('what is selected is a part of the text, without spaces around it', () => {
  const root = render('<p>One two three</p><p>Four</p>');
  const words = root.querySelector('p')?.firstChild;
  if (!words) throw new Error('There is no text.');
  document.getSelection()?.setBaseAndExtent(words, 3, words, 8);
  const found = findSelection(root, () => readRenderedText(root));
  expect(found && found.text.text.slice(found.range.from, found.range.to)).toBe('two');
});

test('a selection elsewhere is none', () => {
  const root = render('<p>One</p>');
  const outside = render('<p>Two</p>');
  document.getSelection()?.selectAllChildren(outside);
  expect(findSelection(root, () => readRenderedText(root))).toBeUndefined();
});
