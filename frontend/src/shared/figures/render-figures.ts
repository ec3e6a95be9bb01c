import { loadMath, renderLoadedMath } from './render-math';

/** About one screen ahead, as other parts that load when they are near. */
const ROOT_MARGIN = '600px 0px';
/** Of a frame: the page stays usable while it renders many formulas. */
const SLICE_MS = 12;

/** Figures that have not come near yet. */
const waiting = new Set<HTMLElement>();
const near: HTMLElement[] = [];
let observer: IntersectionObserver | undefined;
let isRendering = false;

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

function getObserver(): IntersectionObserver {
  if (observer) return observer;
  window.addEventListener('beforeprint', renderWaitingMath);
  observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) take(target as HTMLElement);
      void renderNear();
    },
    { rootMargin: ROOT_MARGIN },
  );
  return observer;
}

function take(element: HTMLElement): void {
  observer?.unobserve(element);
  if (waiting.delete(element)) near.push(element);
}

/** Printing waits for nothing, so this renders what can be rendered at once. */
function renderWaitingMath(): void {
  for (const element of [...near, ...waiting]) renderElement(element);
}

async function renderNear(): Promise<void> {
  if (isRendering) return;
  isRendering = true;
  try {
    await loadMath();
    let end = performance.now() + SLICE_MS;
    for (let element = near.shift(); element; element = near.shift()) {
      renderElement(element);
      if (performance.now() < end) continue;
      await new Promise((resolve) => setTimeout(resolve));
      end = performance.now() + SLICE_MS;
    }
  } catch {
    // KaTeX did not load, so the source stays.
  } finally {
    isRendering = false;
  }
}

function renderElement(element: HTMLElement): void {
  if (element.dataset['rendered'] !== undefined) return;
  renderLoadedMath(element.textContent, element.dataset['math'] === 'display', element);
}
