/** Processor time of this thread in ms, where Node reports it; unaffected by other processes and threads. */
const cpuTime = (): number => {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Runs `work`. @returns the longest time it blocked this thread's event loop, in ms of processor time */
export async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpuTime();
  const tick = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const ticking = setInterval(tick, 1);
  try {
    await work();
    // Includes the last turn of the event loop.
    await new Promise((done) => setTimeout(done, 5));
  } finally {
    clearInterval(ticking);
  }
  tick();
  return longest;
}
