import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { defineHealthCheck, HealthChecks, type HealthAlert, type HealthFinding } from '../monitoring/health-checks.js';
import { RequestEncryption } from '../monitoring/metrics.js';
import type { Localized } from '../language/texts.js';

export interface ServerFigures {
  uptimeSeconds: number;
  /** 99 of 100 delays of the event loop since the last check were shorter, in milliseconds */
  eventLoopDelayMs: number;
}

export const serverHealth = defineHealthCheck<ServerFigures>('server');

/**
 * none: PUBLIC_URL is not https; valid: it is, and requests of the last minutes arrived by https; invalid: some arrived
 * unencrypted; unconfirmed: it is unknown how they arrived, or there were none
 */
export const encryptionStates = ['valid', 'invalid', 'unconfirmed', 'none'] as const;

export interface TransportFigures {
  encryption: (typeof encryptionStates)[number];
}

export const transportHealth = defineHealthCheck<TransportFigures>('transport');

/** While the event loop is blocked, all requests of the instance wait. */
const SLOW_MS = 500;
const RESOLUTION_MS = 20;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reports this instance: its version, how long it has run, how busy it is, and whether requests reach it by https. */
@Injectable()
export class ServerHealth implements OnModuleInit, OnApplicationShutdown {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor(
    private readonly config: Config,
    private readonly checks: HealthChecks,
    private readonly requests: RequestEncryption,
  ) {}

  onModuleInit(): void {
    this.delays.enable();
    this.checks.register(serverHealth, () => this.measureServer());
    this.checks.register(transportHealth, () => this.measureTransport());
  }

  onApplicationShutdown(): void {
    this.delays.disable();
  }

  private measureServer(): HealthFinding<ServerFigures> {
    // In nanoseconds, and at least the resolution.
    const eventLoopDelayMs = Math.round(Math.max(0, this.delays.percentile(99) / 1e6 - RESOLUTION_MS));
    this.delays.reset();
    const figures = { uptimeSeconds: Math.floor(process.uptime()), eventLoopDelayMs };
    if (eventLoopDelayMs < SLOW_MS) return { figures };
    const detail: Localized = ({ health }) => health.alerts.busyServer(eventLoopDelayMs);
    return { status: 'degraded', figures, alerts: [{ code: 'busy_server', area: 'operation', detail }] };
  }

  private measureTransport(): HealthFinding<TransportFigures> {
    const { protocol, hostname } = new URL(this.config.publicUrl);
    if (protocol !== 'https:') {
      // Requests to the browser's own machine do not pass a network.
      const alerts = LOOPBACK.test(hostname) ? [] : [alert('no_https', ({ health }) => health.alerts.noHttps)];
      return { figures: { encryption: 'none' }, alerts };
    }
    if (this.requests.wasSeen('http'))
      return {
        figures: { encryption: 'invalid' },
        alerts: [alert('no_https', ({ health }) => health.alerts.unencrypted)],
      };
    if (this.requests.wasSeen('https')) return { figures: { encryption: 'valid' } };
    const alerts = this.requests.wasSeen('unknown')
      ? [alert('https_unconfirmed', ({ health }) => health.alerts.httpsUnconfirmed)]
      : [];
    return { figures: { encryption: 'unconfirmed' }, alerts };
  }
}

const alert = (code: string, detail: Localized): HealthAlert => ({ code, area: 'security', detail });

/** Of this build. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
