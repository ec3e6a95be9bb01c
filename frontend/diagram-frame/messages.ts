/** What a page sends to the frame through the port of its first message. */
export interface DiagramRequest {
  /** in Mermaid's language */
  source: string;
}

/** The first message of a frame; each further one responds to a request. */
export const READY = 'ready';

export interface Diagram {
  /** as XML */
  svg: string;
  /** what the author wrote for those who cannot see it; '' where there is nothing */
  description: string;
}

export interface DiagramProblem {
  /** the line of the source that has an error, if it is known */
  line: number | undefined;
}

export type DiagramResponse = typeof READY | Diagram | DiagramProblem;
