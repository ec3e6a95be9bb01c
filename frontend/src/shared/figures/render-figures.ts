import { loadMath, renderLoadedMath } from './render-math';

/** About one screen ahead, as other parts that load when they are near. */
const ROOT_MARGIN = '600px 0px';
/** Of a frame: the page stays usable while it renders many formulas. */
const SLICE_MS = 12;

/** Figures that have not come near yet. */
const waiting = new Set<HTMLElement>();
/** Formulas that have, and are rendered in turn. */
const near: HTMLElement[] = [];
/** Diagrams that are being drawn. */
const drawings = new Set<Promise<void>>();
let observer: IntersectionObserver | undefined;
let rendering: Promise<void> | undefined;

/**
 * Renders a figure of a text, a formula or a diagram, once it is near the viewport or the page is printed. Until then
 * it shows its source.
 * @param element as the text renders it: `data-math` with the source, or `data-diagram` beside it
 * @returns stops waiting
 */
export function renderWhenNear(element: HTMLElement): () => void {
  waiting.add(element);
  getObserver().observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

/** Renders all figures of the page, which is to be printed. */
export async function renderAll(): Promise<void> {
  for (const element of waiting) take(element);
  await renderNear();
  await Promise.all(drawings);
}

function getObserver(): IntersectionObserver {
  if (observer) return observer;
  // Printing waits for nothing, so this renders what can be rendered at once.
  window.addEventListener('beforeprint', () => {
    for (const element of [...near, ...waiting]) if (!isDiagram(element)) renderFormula(element);
  });
  observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) take(target as HTMLElement);
      void renderNear();
    },
    { rootMargin: ROOT_MARGIN },
  );
  return observer;
}

const isDiagram = (element: HTMLElement): boolean => element.dataset['diagram'] !== undefined;

function take(element: HTMLElement): void {
  observer?.unobserve(element);
  if (!waiting.delete(element)) return;
  if (!isDiagram(element)) near.push(element);
  else {
    const drawing = renderBesideSource(element)
      // The source stays.
      .catch(() => undefined)
      .finally(() => drawings.delete(drawing));
    drawings.add(drawing);
  }
}

function renderNear(): Promise<void> {
  rendering ??= renderInSlices()
    // KaTeX did not load, so the source stays.
    .catch(() => undefined)
    .finally(() => {
      rendering = undefined;
    });
  return rendering;
}

async function renderInSlices(): Promise<void> {
  if (near.length === 0) return;
  await loadMath();
  let end = performance.now() + SLICE_MS;
  for (let element = near.shift(); element; element = near.shift()) {
    renderFormula(element);
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + SLICE_MS;
  }
}

function renderFormula(element: HTMLElement): void {
  if (element.dataset['rendered'] !== undefined) return;
  renderLoadedMath(element.textContent, element.dataset['math'] === 'display', element);
}

/** The source, in details beside the diagram, is collapsed once the diagram is there. */
async function renderBesideSource(element: HTMLElement): Promise<void> {
  const details = element.nextElementSibling;
  const source = details?.querySelector('pre')?.textContent;
  if (!(details instanceof HTMLDetailsElement) || !source) return;
  const { renderDiagram } = await import('./render-diagram');
  details.open = !(await renderDiagram(source, element));
}
