/** Whether this code runs in the thread of the server that renders pages for guests. */
export const isServer = typeof document === 'undefined';
