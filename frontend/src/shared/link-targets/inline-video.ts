import { createContext, type ReactNode } from 'react';

export interface InlineVideoProps {
  id: string;
  /** Where to begin, in seconds. */
  start: number | undefined;
}

/** Renders the player of a video inside of a text, which the application provides: it is part of a feature. */
export const InlineVideo = createContext<((props: InlineVideoProps) => ReactNode) | undefined>(undefined);
