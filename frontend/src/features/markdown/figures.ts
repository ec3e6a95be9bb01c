/** Formulas and diagrams, as the text renders them. */
const FIGURES = '[data-math], [data-diagram]';

/** Renders a figure once it is near; it loads with the first one. @returns stops waiting */
export function renderFigure(element: HTMLElement): () => void {
  const stopping = new AbortController();
  import('../../shared/figures/render-figures').then(
    ({ renderWhenNear }) => {
      if (!stopping.signal.aborted) stopping.signal.addEventListener('abort', renderWhenNear(element));
    },
    // The source stays.
    () => undefined,
  );
  return () => {
    stopping.abort();
  };
}

/** As {@link renderFigure}, for those of a text that the server has rendered. */
export function renderFigures(text: HTMLElement): () => void {
  const stops = [...text.querySelectorAll<HTMLElement>(FIGURES)].map(renderFigure);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Prints the page once all of its figures are rendered. */
export async function printWithFigures(): Promise<void> {
  if (document.querySelector(FIGURES)) {
    // Without them, their source is printed.
    await import('../../shared/figures/render-figures').then(({ renderAll }) => renderAll()).catch(() => undefined);
  }
  window.print();
}
