/** 128 random bits in hex. `crypto.randomUUID` would need https, and many hubs run on a plain local network. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
