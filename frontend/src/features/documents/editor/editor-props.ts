import type { RefObject } from 'react';

/** Where the person is in the text, handed from the plain field to the one that replaces it. */
export interface Place {
  start: number;
  end: number;
  isFocused: boolean;
}

export interface EditorProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder: string;
  isInvalid: boolean;
  describedBy: string;
  /** Tells how many pictures are on their way: until they are there, the text holds what stands for them. */
  onUploads: (count: number) => void;
}

export interface SwappedEditorProps extends EditorProps {
  place: RefObject<Place | null>;
}
