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

/** @returns how long `work` took, in ms of this thread's processor time */
export async function measureProcessorTime(work: () => unknown): Promise<number> {
  const before = cpuTime();
  await work();
  return cpuTime() - before;
}

/**
 * The smallest of up to three measurements; the first below the limit ends them. What is costly is so each time, a
 * pause of the garbage collector or a busy neighbour is not.
 */
export async function measureLeast(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = await measure();
  for (let attempt = 2; attempt <= 3 && least >= limit; attempt++) least = Math.min(least, await measure());
  return least;
}
