// Loaded into a server under test by `node --import`: reports over IPC how long its main thread was blocked at a
// stretch and how much memory it held. Blocking is measured in processor time of the main thread between two ticks of a
// timer, so that other processes on a busy machine do not count.
import { readdirSync } from 'node:fs';
import process from 'node:process';

const INTERVAL_MS = 10;
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let last = { wall: performance.now(), cpu: cpuMs() };
let longestBlockMs = 0;
let peakRss = 0;
let peakHeap = 0;

function sample() {
  const now = { wall: performance.now(), cpu: cpuMs() };
  longestBlockMs = Math.max(longestBlockMs, Math.min(now.wall - last.wall, now.cpu - last.cpu));
  last = now;
  const { rss, heapUsed } = process.memoryUsage();
  peakRss = Math.max(peakRss, rss);
  peakHeap = Math.max(peakHeap, heapUsed);
}
setInterval(sample, INTERVAL_MS).unref();

process.on('message', (message) => {
  if (message?.type !== 'probe') return;
  sample();
  const openFiles = readdirSync('/dev/fd').length;
  process.send?.({ type: 'probe', longestBlockMs, peakRss, peakHeap, openFiles });
  // With --expose-gc, the next report is about what is still in use.
  globalThis.gc?.();
  last = { wall: performance.now(), cpu: cpuMs() };
  [longestBlockMs, peakRss, peakHeap] = [0, 0, 0];
});
