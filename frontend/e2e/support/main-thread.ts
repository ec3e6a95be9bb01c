import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** start in µs */
  ts: number;
  /** processor time of the thread in µs */
  tdur?: number;
}

/** Traces the main thread until `longestTasks` is called. */
export async function watchMainThread(browser: Browser, page: Page) {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  return {
    /** Starts a named phase, which lasts until the next call. */
    begin: (name: string) => page.evaluate((mark) => void performance.mark(mark), `begin ${name}`),
    /**
     * Returns the longest main-thread task per phase in ms of processor time; wall-clock time would include other
     * processes.
     */
    longestTasks: async (): Promise<Map<string, number>> => {
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
      const begins = traceEvents.filter(({ name }) => name.startsWith('begin ')).toSorted((a, b) => a.ts - b.ts);
      const longest = new Map(begins.map(({ name }) => [name.slice('begin '.length), 0]));
      for (const { name, pid, tid, ts, tdur = 0 } of traceEvents) {
        if (name !== 'RunTask' || pid !== begins[0]?.pid || tid !== begins[0].tid) continue;
        const during = begins.findLast((begin) => begin.ts <= ts)?.name.slice('begin '.length);
        if (during !== undefined) longest.set(during, Math.max(longest.get(during) ?? 0, tdur / 1000));
      }
      return longest;
    },
  };
}
