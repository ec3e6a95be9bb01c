/** Ids that stand in every page; `index.html` and the server write the first two. A heading in a text must not take them. */
export const ROOT_ID = 'root';
export const PRELOAD_ID = 'preload';
export const MAIN_ID = 'hub-main';
