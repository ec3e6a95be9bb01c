import type { RefObject } from 'react';

/** Selection and scroll position, handed from the plain field to the editor that replaces it. */
export interface EditorSelectionState {
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
  /** Reports the number of uploads in progress; until they finish, the text contains placeholders. */
  onUploadCountChange: (count: number) => void;
}

export interface EditorImplementationProps extends EditorProps {
  selectionState: RefObject<EditorSelectionState | null>;
}
