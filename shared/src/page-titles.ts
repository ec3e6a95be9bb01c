/** The title of a document of the browser: "Getting started · Knowledge Hub". */
export const formatPageTitle = (page: string, site: string): string => `${page} · ${site}`;
