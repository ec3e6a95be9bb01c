// How the memory of the machine, or of its container, is divided between PostgreSQL and the app.
import os from 'node:os';

const MB = 1024 ** 2;

/**
 * Memory that this process may use, in bytes: what the machine has, or the limit of its cgroup.
 * @returns {number}
 */
export const getUsableMemory = () => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);

/**
 * PostgreSQL's cache takes an eighth of the memory. Half of the rest is the heap of the app; the other half is for what
 * lies outside of it: image decoding, buffers, worker threads, PostgreSQL's sessions and the page cache.
 * @param {number} bytes of memory in all
 * @param {{ isDatabaseEmbedded: boolean }} options whether PostgreSQL runs on the same memory
 * @returns {{ sharedBuffersMb: number, heapMb: number }} `heapMb` limits V8's old generation
 */
export function divideMemory(bytes, { isDatabaseEmbedded }) {
  const total = Math.floor(bytes / MB);
  const sharedBuffersMb = clamp(Math.floor(total / 8), 128, 1024);
  const rest = total - (isDatabaseEmbedded ? sharedBuffersMb : 0);
  return { sharedBuffersMb, heapMb: clamp(Math.floor(rest / 2), 128, 4096) };
}

/**
 * The flags of Node for the app; none where NODE_OPTIONS of the operator sets a limit.
 * @param {{ isDatabaseEmbedded: boolean, bytes?: number, nodeOptions?: string }} options
 * @returns {string[]}
 */
export function getHeapFlags({
  isDatabaseEmbedded,
  bytes = getUsableMemory(),
  nodeOptions = process.env['NODE_OPTIONS'],
}) {
  if (/--max[-_]old[-_]space[-_]size/.test(nodeOptions ?? '')) return [];
  return [`--max-old-space-size=${divideMemory(bytes, { isDatabaseEmbedded }).heapMb}`];
}

/**
 * Environment of the app for the memory outside of the heap. By default glibc keeps large buffers that are freed, as of
 * bodies and images, for later ones, and more of them in each thread: after a burst of uploads that is 100 MB and more.
 * With a fixed threshold large buffers go back to the system at once.
 */
export const mallocEnv = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

/** @param {number} value @param {number} min @param {number} max */
const clamp = (value, min, max) => Math.max(min, Math.min(max, value));
