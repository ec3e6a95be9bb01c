import type { Diagram } from '../../../diagram-frame/messages';
import { figures } from '../../messages/figures';
import { DiagramTimeout, drawDiagram } from './diagram-frame';
import { showProblem } from './problem';
import classes from './figures.module.css';

/** Of a description that is the source. */
const MAX_DESCRIPTION = 300;
/** A larger image would slow the page down. */
const MAX_LENGTH = 2_000_000;

/**
 * Draws a diagram in Mermaid's language and shows it in the element as an image, which never runs a script and loads
 * nothing. Until then the element keeps its content. Where the source has an error, or takes too long, a sentence says
 * so.
 * @returns whether the image is shown
 */
export async function renderDiagram(source: string, element: HTMLElement): Promise<boolean> {
  element.dataset['source'] = source;
  const isWanted = () => element.isConnected && element.dataset['source'] === source;
  try {
    const drawn = await drawDiagram(source, isWanted);
    if (!drawn || !isWanted()) return false;
    if ('svg' in drawn && drawn.svg.length <= MAX_LENGTH) {
      element.replaceChildren(createImage(drawn, source));
      return true;
    }
    const line = 'line' in drawn ? drawn.line : undefined;
    element.replaceChildren();
    showProblem(element, line === undefined ? figures.diagramFailed : figures.diagramError(line));
  } catch (error) {
    if (!isWanted()) return false;
    element.replaceChildren();
    showProblem(element, error instanceof DiagramTimeout ? figures.diagramSlow : figures.diagramFailed);
  }
  return false;
}

/** A button, because a click enlarges the images of texts. */
function createImage({ svg, description }: Diagram, source: string): HTMLElement {
  const image = document.createElement('img');
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  image.alt = description || figures.diagram(source.trim().slice(0, MAX_DESCRIPTION));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = classes.diagram ?? '';
  button.setAttribute('aria-label', figures.enlarge(image.alt));
  button.setAttribute('aria-haspopup', 'dialog');
  button.append(image);
  return button;
}
