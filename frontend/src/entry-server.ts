import { type ApiPort, connectToApi, disconnectFromApi } from './api/server-requests';
import { setPageMetas } from './lib/page-meta';

/** What a page depends on. */
export interface PageInput {
  /** Path and query. */
  url: string;
  /** By their names. */
  metas: Record<string, string>;
  /** Responds to requests of the API. */
  port: ApiPort;
}

export interface RenderedPage {
  html: string;
  /** The ids of the matched routes, whose scripts and styles the page needs. */
  routes: string[];
}

// Imported late, because modules read the address of the API when they load.
const importApp = () => import('./render-app');

/** Loads what all pages need, which takes longer than most pages. */
export async function loadApp({ metas }: Pick<PageInput, 'metas'>): Promise<void> {
  setPageMetas(metas);
  await importApp();
}

/**
 * Renders a page for guests. One at a time per thread, because modules keep the settings of the page.
 * @returns undefined for a page that only a browser can render, such as a redirect or a very long text
 */
export default async function renderPage({ url, metas, port }: PageInput): Promise<RenderedPage | undefined> {
  // The page no longer waits for others.
  port.postMessage('started');
  setPageMetas(metas);
  connectToApi(port);
  try {
    const { renderApp } = await importApp();
    return await renderApp(url);
  } finally {
    disconnectFromApi();
  }
}
