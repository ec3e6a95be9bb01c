import { type ComponentType, createContext } from 'react';

export interface InlineVideoProps {
  id: string;
  /** Where to begin, in seconds. */
  start: number | undefined;
}

/** The player of a video inside of a text, which the application provides: it is part of a feature. */
export const InlineVideo = createContext<ComponentType<InlineVideoProps> | undefined>(undefined);
