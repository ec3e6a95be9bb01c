import mermaid from 'mermaid';
import { type Diagram, type DiagramProblem, type DiagramRequest, type DiagramResponse, READY } from './messages';

/*
 * Draws diagrams for pages of this hub, in a frame without an origin: what a diagram of a user could make it do reaches
 * neither the page nor the server. The page gets the drawing as text and shows it as an image.
 */

mermaid.initialize({
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  htmlLabels: false,
  maxTextSize: 20_000,
  maxEdges: 500,
  // The other one is larger than all the rest.
  layout: 'dagre',
  fontFamily: 'system-ui, sans-serif',
  theme: 'default',
  // Lines run through the words on them otherwise.
  themeCSS: '.edgeLabel rect { fill: #fff; opacity: 0.9; }',
  secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges', 'htmlLabels'],
});

/**
 * HTML in the words of a diagram, beside line breaks and the notation of kinds, as in `<<interface>>`. Mermaid would
 * parse it before it removes it, and the browser would report what the policy refuses.
 */
const MARKUP = /<<\s*[\w-]+\s*>>|<br\s*\/?>|<(?=[a-z!/?])/gi;

const escapeMarkup = (source: string): string => source.replaceAll(MARKUP, (found) => (found === '<' ? '#lt;' : found));

// Images that diagrams name are never loaded, so those diagrams cannot be drawn.
Object.defineProperty(HTMLImageElement.prototype, 'src', { value: '' });

let count = 0;

async function draw(source: string): Promise<Diagram | DiagramProblem> {
  try {
    const { svg } = await mermaid.render(`diagram-${++count}`, escapeMarkup(source));
    return toImage(svg);
  } catch (error) {
    return { line: findLine(error) };
  } finally {
    // An error leaves elements behind.
    document.body.replaceChildren();
  }
}

/** An image has a size of its own, and is XML. */
function toImage(html: string): Diagram {
  const template = document.createElement('template');
  template.innerHTML = html;
  const svg = template.content.querySelector('svg');
  if (!svg) throw new Error('Mermaid drew nothing.');
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute('width', String(Math.ceil(width)));
  svg.setAttribute('height', String(Math.ceil(height)));
  svg.style.removeProperty('max-width');
  const description = [...svg.querySelectorAll(':scope > title, :scope > desc')]
    .map(({ textContent }) => textContent.trim())
    .join(' ');
  return { svg: new XMLSerializer().serializeToString(svg), description };
}

/** Parsers name the line in different ways. */
function findLine(error: unknown): number | undefined {
  const { hash, message = '' } = error as { hash?: { loc?: { first_line?: number } }; message?: string };
  return hash?.loc?.first_line ?? (Number(/\bline:? ?(\d+)/i.exec(message)?.[1]) || undefined);
}

addEventListener('message', ({ ports: [port] }) => {
  if (!port) return;
  const send = (message: DiagramResponse) => {
    port.postMessage(message);
  };
  port.addEventListener('message', ({ data }: MessageEvent<DiagramRequest>) => {
    void draw(data.source).then(send);
  });
  port.start();
  send(READY);
});
