/** What pages send to the service worker. */
export type PageMessage =
  /** A page in this language has been opened. */
  | { type: 'keep-shell'; language: string }
  /** asks whether the worker is of the version of the page, whose script this is */
  | { type: 'is-current'; script: string };
