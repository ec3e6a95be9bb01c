/** Ids used on every page; `index.html` and the server write the first two. Headings in texts must not use them. */
export const ROOT_ID = 'root';
export const PRELOAD_ID = 'preload';
export const MAIN_ID = 'hub-main';
