import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger.js';
import { Metrics } from './metrics.js';
import type { Localized } from '../language/texts.js';

export type HealthStatus = 'healthy' | 'degraded' | 'down';

/** A condition that an administrator should look at. */
export interface HealthAlert {
  /** stable, for programs */
  code: string;
  area: 'operation' | 'security';
  /** one sentence for people */
  detail: Localized;
}

export interface HealthFinding<Figures extends object> {
  /** healthy by default */
  status?: HealthStatus;
  figures: Figures;
  alerts?: HealthAlert[];
}

/** An alert with the check that found it. */
export interface FoundAlert extends HealthAlert {
  check: string;
}

/** A check and the figures it measures. Declared with {@link defineHealthCheck}. */
export interface HealthCheck<Figures extends object> {
  readonly name: string;
  readonly _figures?: Figures;
}

export const defineHealthCheck = <Figures extends object>(name: string): HealthCheck<Figures> => ({ name });

/** A figure as a metric of Prometheus. */
export interface FigureGauge<Figures extends object> {
  name: string;
  help: string;
  /** null for no sample */
  value: (figures: Figures) => number | null;
}

export interface CheckOptions<Figures extends object> {
  /** of the check when it cannot be measured; `degraded` by default, since everything else may work */
  failedStatus?: HealthStatus;
  gauges?: readonly FigureGauge<Figures>[];
}

/** Administrators reload the dashboard more often than its figures change. */
const CACHE_MS = 3000;
/** Scrapes share a report for longer: they repeat every few seconds, on each instance. */
const GAUGE_CACHE_MS = 60_000;
/** Access to a folder on a network drive can block without a time limit. */
const CHECK_LIMIT_MS = 5000;

const severity: readonly HealthStatus[] = ['healthy', 'degraded', 'down'];

type Findings = ReadonlyMap<string, HealthFinding<object>>;
type Measure<Figures extends object> = () => Promise<HealthFinding<Figures>> | HealthFinding<Figures>;

interface RegisteredCheck {
  measure: Measure<object>;
  failedStatus: HealthStatus;
}

/** The results of all checks at one time. A failed check has an alert instead of figures. */
export class HealthReport {
  constructor(
    private readonly findings: Findings,
    /** names of the checks that could not be measured */
    readonly failedChecks: ReadonlySet<string>,
  ) {}

  get<Figures extends object>({ name }: HealthCheck<Figures>): HealthFinding<Partial<Figures>> {
    const finding = this.findings.get(name);
    if (!finding) throw new Error(`The health check ${name} is not registered.`);
    return finding;
  }

  getStatus(check: HealthCheck<object>): HealthStatus {
    return this.get(check).status ?? 'healthy';
  }

  /** The figures of a check; undefined when it failed. */
  getFigures<Figures extends object>(check: HealthCheck<Figures>): Figures | undefined {
    return this.failedChecks.has(check.name) ? undefined : (this.get(check).figures as Figures);
  }

  /** The worst status of all checks. */
  get status(): HealthStatus {
    const levels = [...this.findings.values()].map(({ status = 'healthy' }) => severity.indexOf(status));
    return severity[Math.max(0, ...levels)] ?? 'healthy';
  }

  get alerts(): FoundAlert[] {
    return [...this.findings].flatMap(([check, { alerts = [] }]) => alerts.map((alert) => ({ ...alert, check })));
  }
}

/**
 * The checks of all parts of the application. Each part registers what it knows about itself, so that the report needs
 * no knowledge of their tables.
 */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, RegisteredCheck>();
  private cached: { report: Promise<HealthReport>; measuredAt: number } | undefined;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Call it in onModuleInit, so that alerts have a fixed order.
   * @param measure runs at most every three seconds, with at most one SQL statement
   */
  register<Figures extends object>(
    check: HealthCheck<Figures>,
    measure: Measure<Figures>,
    { failedStatus = 'degraded', gauges = [] }: CheckOptions<Figures> = {},
  ): void {
    const { name } = check;
    if (this.checks.has(name)) throw new Error(`The health check ${name} is registered twice.`);
    this.checks.set(name, { measure, failedStatus });
    for (const gauge of gauges) this.addGauge(check, gauge);
  }

  /** Runs all checks; requests within three seconds share the report. */
  getReport(maxAgeMs = CACHE_MS): Promise<HealthReport> {
    const now = Date.now();
    if (this.cached && now - this.cached.measuredAt < maxAgeMs) return this.cached.report;
    const report = this.measure();
    this.cached = { report, measuredAt: now };
    return report;
  }

  /** The next report measures again. */
  invalidate(): void {
    this.cached = undefined;
  }

  private async measure(): Promise<HealthReport> {
    const failedChecks = new Set<string>();
    const findings = await Promise.all(
      [...this.checks].map(async ([name, { measure, failedStatus }]) => {
        try {
          return [name, await withinLimit(measure)] as const;
        } catch (error) {
          failedChecks.add(name);
          this.logger.warn({ err: error, check: name }, 'health check failed');
          return [name, toFailure(name, error, failedStatus)] as const;
        }
      }),
    );
    return new HealthReport(new Map(findings), failedChecks);
  }

  private addGauge<Figures extends object>(
    check: HealthCheck<Figures>,
    { name, help, value }: FigureGauge<Figures>,
  ): void {
    this.metrics.addGauge({
      name,
      help,
      labels: [],
      measure: async () => {
        const figures = (await this.getReport(GAUGE_CACHE_MS)).getFigures(check);
        const measured = figures ? value(figures) : null;
        return measured === null ? [] : [{ labels: {}, value: measured }];
      },
    });
  }
}

/** @throws CheckTimeoutError when `measure` takes too long; its result is ignored then */
async function withinLimit(measure: Measure<object>) {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CheckTimeoutError()), CHECK_LIMIT_MS);
  });
  try {
    return await Promise.race([measure(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

class CheckTimeoutError extends Error {
  constructor() {
    super(`The check took longer than ${CHECK_LIMIT_MS / 1000} s.`);
  }
}

/** The class of the error only: its message can contain addresses and paths. */
function toFailure(name: string, error: unknown, status: HealthStatus): HealthFinding<object> {
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  const alert: HealthAlert = {
    code: `${name.replaceAll('-', '_')}_check_failed`,
    area: 'operation',
    detail: ({ health }) => health.alerts.checkFailed({ name, kind }),
  };
  return { status, figures: {}, alerts: [alert] };
}
