import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of the buckets in seconds: cached reads take milliseconds, conversions of videos minutes. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** A gauge with the labels of its samples, read at each scrape. */
interface MeasuredGauge<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** one value per combination of labels; without a result the gauge has no samples */
  measure: () => Promise<Sample<Label>[]> | Sample<Label>[];
}

interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/**
 * The metrics of this process for Prometheus. Labels have few values: routes instead of paths, and never what a user
 * has entered. The registry belongs to the application, since tests start several in one process.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'HTTP responses by method, route and status code',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  private readonly requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds by method and route, without event streams',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });
  private readonly jobs = new Counter({
    name: 'jobs_total',
    help: 'Runs of background jobs by queue and result: completed, failed (and tried again) or interrupted',
    labelNames: ['queue', 'result'],
    registers: [this.registry],
  });
  private readonly jobDuration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of background jobs in seconds by queue; jobs done in one transaction count as one',
    labelNames: ['queue'],
    buckets: JOB_BUCKETS,
    registers: [this.registry],
  });
  private readonly pages = new Counter({
    name: 'page_renders_total',
    help:
      'Pages for guests by what happened: rendered, or left to the browser because they are unsuited (redirects and ' +
      'errors of the API), the thread was busy, or after a timeout or an error',
    labelNames: ['result'],
    registers: [this.registry],
  });
  private readonly reads = new Counter({
    name: 'database_reads_total',
    help:
      'Reads that replicas may serve, by where they ran: replica, primary (no replica had caught up) ' +
      'or retried (on the primary after an error of the replica)',
    labelNames: ['server'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** In the text format of Prometheus. */
  render(): Promise<string> {
    return this.registry.metrics();
  }

  /** @param seconds undefined for responses that last as long as the client stays */
  recordRequest(labels: { method: string; route: string; status: number }, seconds: number | undefined): void {
    const { method, route, status } = labels;
    this.requests.inc({ method, route, status });
    if (seconds !== undefined) this.requestDuration.observe({ method, route }, seconds);
  }

  /** @param count jobs that ran together */
  recordJobs(queue: string, result: 'completed' | 'failed' | 'interrupted', seconds: number, count = 1): void {
    this.jobs.inc({ queue, result }, count);
    this.jobDuration.observe({ queue }, seconds);
  }

  /** Pages that come from the cache are not rendered. */
  recordPage(result: 'rendered' | 'unsuited' | 'busy' | 'timeout' | 'error'): void {
    this.pages.inc({ result });
  }

  /** Reads of installations with replicas only. */
  recordRead(server: 'replica' | 'primary' | 'retried'): void {
    this.reads.inc({ server });
  }

  /** Adds a gauge that is measured at each scrape. One that cannot be measured is left out of the scrape. */
  addGauge<Label extends string>({ name, help, labels, measure }: MeasuredGauge<Label>): void {
    const gauge = new Gauge<Label>({
      name,
      help,
      labelNames: labels,
      registers: [],
      async collect() {
        this.reset();
        // Without labels, a reset leaves a sample with the value 0.
        if (labels.length === 0) this.remove();
        // The other metrics matter most while the database is unavailable.
        const samples = await Promise.resolve()
          .then(measure)
          .catch(() => []);
        for (const { labels: values, value } of samples) this.set(values, value);
      },
    });
    this.registry.registerMetric(gauge);
  }
}

/** How a request reached the first server that the hub knows of; unknown: the reverse proxy did not say. */
export type RequestScheme = 'https' | 'http' | 'unknown';

const WINDOW_MS = 10 * 60_000;

/** How the requests of signed-in users have arrived at this instance in the last minutes. */
@Injectable()
export class RequestEncryption {
  private readonly lastSeen = new Map<RequestScheme, number>();

  record(scheme: RequestScheme, now = Date.now()): void {
    this.lastSeen.set(scheme, now);
  }

  /** Whether a request has arrived like this in the last ten minutes. */
  wasSeen(scheme: RequestScheme, now = Date.now()): boolean {
    const at = this.lastSeen.get(scheme);
    return at !== undefined && now - at < WINDOW_MS;
  }
}
