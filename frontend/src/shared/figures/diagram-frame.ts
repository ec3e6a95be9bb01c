import type { Diagram, DiagramProblem, DiagramResponse } from '../../../diagram-frame/messages';
import classes from './figures.module.css';

/** Of the frame's scripts, on a slow connection. */
const LOAD_TIMEOUT_MS = 60_000;
/** Of one diagram. The frame of one that does not end is removed. */
const DRAW_TIMEOUT_MS = 15_000;
/** An idle frame keeps some memory. */
const IDLE_MS = 30_000;
const READY: Extract<DiagramResponse, string> = 'ready';

/** A diagram took longer than a reader waits. */
export class DiagramTimeout extends Error {}

/** The page that draws diagrams, in a frame without an origin that can reach nothing (see diagram-frame/frame.ts). */
class DiagramFrame {
  private readonly element = document.createElement('iframe');
  private readonly port: Promise<MessagePort>;

  constructor() {
    this.element.className = classes.frame ?? '';
    this.element.setAttribute('sandbox', 'allow-scripts');
    this.element.setAttribute('aria-hidden', 'true');
    this.element.tabIndex = -1;
    this.element.src = '/diagram-frame.html';
    document.body.append(this.element);
    this.port = this.connect();
  }

  private async connect(): Promise<MessagePort> {
    await new Promise((resolve) => {
      this.element.addEventListener('load', resolve, { once: true });
    });
    const { port1: port, port2 } = new MessageChannel();
    // The frame has no origin that could be named. The port is all that it gets.
    this.element.contentWindow?.postMessage(undefined, '*', [port2]);
    port.start();
    await receive(port, (message) => message === READY);
    return port;
  }

  /** @throws DiagramTimeout */
  async draw(source: string): Promise<Diagram | DiagramProblem> {
    const port = await limitTime(this.port, LOAD_TIMEOUT_MS);
    const response = receive(port, (message) => message !== READY);
    port.postMessage({ source });
    return (await limitTime(response, DRAW_TIMEOUT_MS)) as Diagram | DiagramProblem;
  }

  remove(): void {
    this.element.remove();
  }
}

function receive(port: MessagePort, isExpected: (message: DiagramResponse) => boolean): Promise<DiagramResponse> {
  return new Promise((resolve) => {
    const handle = ({ data }: MessageEvent<DiagramResponse>) => {
      if (!isExpected(data)) return;
      port.removeEventListener('message', handle);
      resolve(data);
    };
    port.addEventListener('message', handle);
  });
}

async function limitTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DiagramTimeout());
    }, ms);
  });
  return Promise.race([work, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

let frame: DiagramFrame | undefined;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let last: Promise<unknown> = Promise.resolve();

function removeFrame(): void {
  frame?.remove();
  frame = undefined;
}

/**
 * Draws one diagram after the other in one frame.
 * @param isWanted whether the drawing is still of use when its turn comes
 * @returns undefined if it is not
 * @throws DiagramTimeout
 */
export function drawDiagram(source: string, isWanted: () => boolean): Promise<Diagram | DiagramProblem | undefined> {
  const drawing = last.then(async () => {
    if (!isWanted()) return undefined;
    clearTimeout(idleTimer);
    frame ??= new DiagramFrame();
    try {
      return await frame.draw(source);
    } catch (error) {
      removeFrame();
      throw error;
    } finally {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(removeFrame, IDLE_MS);
    }
  });
  last = drawing.catch(() => undefined);
  return drawing;
}
