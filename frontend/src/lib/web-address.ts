/** A host name with a dot, and what may follow it. */
const HOST = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u;

/**
 * Adds `https://` to an address that begins with a host name (`example.org/page`). Everything else stays: addresses with
 * a protocol, pages of this hub (`/docs`), and what is no address.
 */
export function completeWebAddress(typed: string): string {
  const address = typed.trim();
  if (address.startsWith('//')) return `https:${address}`;
  return HOST.test(address) ? `https://${address}` : address;
}
