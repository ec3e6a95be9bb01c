import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { defineHealthCheck, HealthChecks, type HealthAlert, type HealthFinding } from '../monitoring/health-checks.js';

export interface ServerFigures {
  uptimeSeconds: number;
  /** 99 of 100 delays of the event loop since the last check were shorter, in milliseconds */
  eventLoopDelayMs: number;
}

export const serverHealth = defineHealthCheck<ServerFigures>('server');

export interface TransportFigures {
  /** whether browsers open the hub by https */
  isHttps: boolean;
}

export const transportHealth = defineHealthCheck<TransportFigures>('transport');

/** While the event loop is blocked, all requests of the instance wait. */
const SLOW_MS = 500;
const RESOLUTION_MS = 20;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reports this instance: its version, how long it has run, how busy it is, and whether it is reached by https. */
@Injectable()
export class ServerHealth implements OnModuleInit, OnApplicationShutdown {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor(
    private readonly config: Config,
    private readonly checks: HealthChecks,
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
    const detail = `Requests wait up to ${eventLoopDelayMs} ms because the server is busy.`;
    return { status: 'degraded', figures, alerts: [{ code: 'busy_server', area: 'operation', detail }] };
  }

  private measureTransport(): HealthFinding<TransportFigures> {
    const { protocol, hostname } = new URL(this.config.publicUrl);
    const isHttps = protocol === 'https:';
    // Requests to the browser's own machine do not pass a network.
    const isSafe = isHttps || LOOPBACK.test(hostname);
    return { figures: { isHttps }, alerts: isSafe ? [] : [unencrypted] };
  }
}

const unencrypted: HealthAlert = {
  code: 'no_https',
  area: 'security',
  detail: 'PUBLIC_URL is not https, so others in the network can read passwords and sessions.',
};

/** Of this build. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
