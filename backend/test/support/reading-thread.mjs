// A worker thread that reads pages of a server as users do, until a message ends it, and sends back the response times.
// In a thread of its own, so that what the tests do meanwhile does not count.
import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';

const { url, paths, pauseMs } = workerData;
const ended = new AbortController();
parentPort.once('message', () => ended.abort());
const times = [];
const failed = new Set();
while (!ended.signal.aborted) {
  for (const path of paths) {
    const began = performance.now();
    const response = await fetch(url + path).catch(() => undefined);
    await response?.arrayBuffer();
    times.push(performance.now() - began);
    if (response?.status !== 200) failed.add(`${path}: ${response?.status}`);
  }
  await pause(pauseMs);
}
parentPort.postMessage({ times, failed: [...failed] }, []);
