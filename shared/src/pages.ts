/** Ids used on every page. `index.html` has the first one, and the server writes the second. */
export const ROOT_ID = 'root';
export const PRELOAD_ID = 'preload';
export const MAIN_ID = 'hub-main';
/** The id of the generated heading of footnotes; references to them name it by aria-describedby. */
export const FOOTNOTES_ID = 'footnote-label';

/** The title of a document of the browser: "Getting started · Knowledge Hub". */
export const formatPageTitle = (page: string, site: string): string => `${page} · ${site}`;
