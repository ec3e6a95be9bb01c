import { readShell } from './shell';

/** The page that says that there is no connection; it leads back to the one that was asked for. */
const OFFLINE = '/offline';

/** Images of kept documents are there without a connection, too. */
export async function loadImage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

/** Pages come from the server. Without a connection there is the shell. */
export async function openPage(event: FetchEvent, request: Request, url: URL): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(request));
  } catch (error) {
    const shell = await readShell();
    if (!shell) throw error;
    // The shell finds the kept document by the address of its page.
    if (url.pathname === OFFLINE || (await caches.match(url.pathname))) return shell;
    return Response.redirect(`${OFFLINE}?from=${encodeURIComponent(url.pathname + url.search)}`);
  }
}
