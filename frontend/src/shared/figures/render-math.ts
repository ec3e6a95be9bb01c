import { figures } from '../../messages/figures';
import { convertAlphabets } from './math-alphabets';
import { showProblem } from './problem';
import classes from './figures.module.css';

/** Longer formulas would block the page. */
const MAX_LENGTH = 5_000;

/** Its output is MathML, which needs neither styles nor fonts, and which screen readers read. */
const options = { output: 'mathml', trust: false, strict: 'ignore', maxExpand: 500, maxSize: 20 } as const;

type Katex = typeof import('katex').default;
let katex: Katex | undefined;

/** Loads KaTeX, with which {@link renderLoadedMath} works at once. */
export async function loadMath(): Promise<void> {
  katex ??= (await import('katex')).default;
}

/**
 * Renders a formula in TeX. The element shows its source until KaTeX has loaded, and where it has an error, which a
 * sentence describes.
 * @param isBlock whether it is displayed rather than a part of a line
 * @param element whose content is replaced
 */
export async function renderMath(source: string, isBlock: boolean, element: HTMLElement): Promise<void> {
  element.textContent = source;
  await loadMath();
  // Another formula has taken its place meanwhile.
  if (element.textContent === source) renderLoadedMath(source, isBlock, element);
}

/** As {@link renderMath}, once {@link loadMath} has ended; before that, nothing happens. */
export function renderLoadedMath(source: string, isBlock: boolean, element: HTMLElement): void {
  if (!katex) return;
  try {
    if (source.length > MAX_LENGTH) throw new RangeError();
    const html = katex.renderToString(source, { ...options, displayMode: isBlock });
    element.replaceChildren(toElement(html));
    element.dataset['rendered'] = '';
    element.classList.add(classes.math ?? '');
    // It is not broken into lines, and not wider than its paragraph if it overflows.
    if (!isBlock && element.offsetWidth >= (element.parentElement?.clientWidth ?? Infinity))
      element.dataset['wide'] = '';
  } catch (error) {
    element.textContent = source;
    const position = getPosition(error);
    showProblem(element, position === undefined ? figures.mathFailed : figures.mathError(position + 1));
  }
}

/** Some commands make inline styles, which the content security policy of the page forbids and reports. */
function toElement(html: string): Node {
  const { body } = new DOMParser().parseFromString(html.replaceAll(/ style="[^"]*"/g, ''), 'text/html');
  const math = body.querySelector('math');
  if (!math) throw new Error('KaTeX returned no formula.');
  convertAlphabets(math);
  return document.importNode(math, true);
}

/** Where an error is in the formula. */
function getPosition(error: unknown): number | undefined {
  return error instanceof Error && 'position' in error && typeof error.position === 'number'
    ? error.position
    : undefined;
}
