import { expect, test } from '@jest/globals';
import { loadMath, renderLoadedMath, renderMath } from './render-math';

const render = async (source: string, isBlock = false) => {
  const element = document.createElement('span');
  const rendering = renderMath(source, isBlock, element);
  const meanwhile = element.textContent;
  await rendering;
  return { element, meanwhile };
};

test('a formula shows its source until it is MathML, in which the source remains for those who copy it', async () => {
  const { element, meanwhile } = await render('\\frac{1}{2}', true);
  expect(meanwhile).toBe('\\frac{1}{2}');
  expect(element.querySelector('math')?.getAttribute('display')).toBe('block');
  expect(element.querySelector('mfrac')?.textContent).toBe('12');
  expect(element.querySelector('annotation')?.textContent).toBe('\\frac{1}{2}');
  expect((await render('x')).element.querySelector('math')?.hasAttribute('display')).toBe(false);
});

test('letters of special alphabets are characters of their own', async () => {
  const { element } = await render('\\mathbb{RA}\\mathcal{L}\\mathfrak{g}');
  expect(element.querySelector('mrow')?.textContent).toBe('ℝ𝔸ℒ𝔤');
});

test.each([
  ['\\frac{1', '\\frac{1This formula has an error at character 8.'],
  ['\\foo', '\\fooThis formula has an error at character 1.'],
  ['\\def\\a{\\a\\a}\\a', '\\def\\a{\\a\\a}\\aThis formula can’t be shown.'],
  ['x'.repeat(5_001), `${'x'.repeat(5_001)}This formula can’t be shown.`],
])('a formula with an error shows its source and a sentence', async (source, text) => {
  expect((await render(source)).element.textContent).toBe(text);
});

test('no command makes links, images, styles or attributes of HTML', async () => {
  const commands = [
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://example.org/x.png}',
    '\\htmlStyle{position:fixed}{x}\\htmlId{root}{x}\\htmlClass{a}{x}\\htmlData{a=b}{x}',
    '\\fcolorbox{red}{yellow}{a}\\pmb{x}',
    '\\text{<img src=x onerror=alert(1)>}',
    '\\color{red;position:fixed}{x}',
    '\\rule{900em}{900em}',
  ];
  for (const command of commands) {
    const { element } = await render(command);
    for (const child of element.querySelectorAll('*')) {
      const names = child.getAttributeNames();
      expect(names.filter((name) => /^(?:style|href|src|id|data-.*|on.*)$/.test(name))).toEqual([]);
      if (child.localName !== 'span') expect(child.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
    }
    element.querySelector('annotation')?.remove();
    expect(element.innerHTML).not.toMatch(/900em|class="a"/);
  }
});

test('another formula takes the place of one that is loading', async () => {
  const element = document.createElement('span');
  const first = renderMath('a', false, element);
  await renderMath('b', false, element);
  await first;
  expect(element.querySelector('mi')?.textContent).toBe('b');
  await loadMath();
  renderLoadedMath('c', false, element);
  expect(element.querySelector('mi')?.textContent).toBe('c');
});
