/** Reloads the page if the server is reachable; otherwise the browser's error page would replace readable content. */
export async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  window.location.reload();
}
