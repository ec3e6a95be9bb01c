/** 128 random bits in hex. `crypto.randomUUID` requires https, which hubs on a local network may lack. */
export function createRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
