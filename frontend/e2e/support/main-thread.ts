import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** when it began, in µs */
  ts: number;
  /** how much of the processor the thread had for it, in µs */
  tdur?: number;
}

/** Follows what keeps the page from answering, until `longestTasks` is asked. */
export async function watchMainThread(browser: Browser, page: Page) {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  return {
    /** What happens from now on, until the next such moment, is called this. */
    begin: (name: string) => page.evaluate((mark) => void performance.mark(mark), `begin ${name}`),
    /**
     * For each name the longest time for which the page could not answer, in ms of processor time: on a machine with many
     * things to do, the clock on the wall tells of those.
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
