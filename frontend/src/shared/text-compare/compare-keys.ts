interface CompareKeys {
  /** In CodeMirror's notation. */
  next: string;
  previous: string;
  /** The keys pressed with Alt, and by how many changes they move. */
  directions: Readonly<Partial<Record<string, number>>>;
}

/** The keys inside a comparison. */
export const compareKeys: CompareKeys = {
  next: 'Alt-ArrowDown',
  previous: 'Alt-ArrowUp',
  directions: { ArrowDown: 1, ArrowUp: -1 },
};
