import { Injectable } from '@nestjs/common';
import { markConnectionFailure } from './pg-errors.js';
import type { MonitoredClient } from './monitored-client.js';

/** Limits are counted in checks: time in which the event loop is blocked counts as one check. */
export const CHECK_EVERY_MS = 500;
/** How long the probe waits for a response. */
export const PROBE_LIMIT_MS = 2500;
/** Round trips of two and a half seconds. */
const MEDIAN_OF = 5;
const PROBE_CHECKS = PROBE_LIMIT_MS / CHECK_EVERY_MS;
/**
 * Statements with this limit or a longer one are expected to be slow, so the short limit of suspects does not apply.
 */
const SLOW_LIMIT_MS = 600_000;

interface Activity {
  bytesRead: number;
  bytesTotal: number;
  /** number of the check that last saw bytes from the server */
  receivedAt: number;
  /** checks in a row that saw a statement in flight and no byte in either direction */
  silentChecks: number;
  /** received nothing while the probe did not either, nor since then */
  isSuspect: boolean;
}

/**
 * Finds connections whose server has gone silent, which TCP does not report: after a failover, behind a frozen pooler,
 * in a network that drops packets. It samples byte counters twice a second, so that statements need no timers.
 *
 * - A connection whose statement exceeds its limit is destroyed.
 * - When the probe (the LISTEN connection) gets no response and no other connection receives anything either, the
 *   database is away: everything in flight fails, and new connections are refused until the probe gets through.
 */
@Injectable()
export class ConnectionMonitor {
  private readonly activities = new Map<MonitoredClient, Activity>();
  private timer: NodeJS.Timeout | undefined;
  private checks = 0;
  private isAway = false;
  /** durations in milliseconds of the latest statements of the probe, waiting in the event loop included */
  private roundTrips: number[] = [];

  /** The error for new connections while the database is away. */
  get refusal(): Error | undefined {
    return this.isAway ? failure('The database does not respond.') : undefined;
  }

  recordRoundTrip(milliseconds: number): void {
    this.roundTrips = [...this.roundTrips.slice(1 - MEDIAN_OF), milliseconds];
  }

  /** The median of the latest ones in milliseconds, since a single one may be slow. Undefined before the first. */
  get roundTripMs(): number | undefined {
    return this.roundTrips.toSorted((a, b) => a - b)[Math.floor(this.roundTrips.length / 2)];
  }

  watch(client: MonitoredClient): void {
    this.activities.set(client, {
      bytesRead: 0,
      bytesTotal: 0,
      receivedAt: -Infinity,
      silentChecks: 0,
      isSuspect: false,
    });
    this.timer ??= setInterval(() => this.check(), CHECK_EVERY_MS).unref();
    if (client.isProbe) client.once('connect', () => (this.isAway = false));
    client.once('end', () => {
      this.activities.delete(client);
      // The server refused the connection, so it is reachable: requests may connect again and fail at once.
      if (client.isProbe && !client.isDestroyed) this.isAway = false;
    });
  }

  /** Destroys all connections. */
  destroyAll(error: Error): void {
    for (const client of this.activities.keys()) client.destroy(error);
  }

  private check(): void {
    this.checks++;
    for (const [client, activity] of this.activities) this.observe(client, activity);
    for (const [client, { silentChecks, isSuspect }] of this.activities) {
      const limitMs = isSuspect && client.limitMs < SLOW_LIMIT_MS ? PROBE_LIMIT_MS : client.limitMs;
      if (silentChecks * CHECK_EVERY_MS < limitMs) continue;
      if (client.isProbe) this.onSilentProbe();
      client.destroy(failure(`The database has not responded for ${(silentChecks * CHECK_EVERY_MS) / 1000} s.`));
    }
    if (this.activities.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private observe(client: MonitoredClient, activity: Activity): void {
    const { bytesRead, bytesWritten } = client.socket;
    if (bytesRead !== activity.bytesRead) {
      activity.receivedAt = this.checks;
      activity.isSuspect = false;
    }
    activity.bytesRead = bytesRead;
    const bytesTotal = bytesRead + bytesWritten;
    activity.silentChecks = client.isIdle || bytesTotal !== activity.bytesTotal ? 0 : activity.silentChecks + 1;
    activity.bytesTotal = bytesTotal;
  }

  private onSilentProbe(): void {
    const others = [...this.activities].filter(([client]) => !client.isProbe);
    // The first check after the probe was sent may still count bytes from before.
    const hasReceived = ({ receivedAt }: Activity) => receivedAt > this.checks - PROBE_CHECKS + 1;
    if (!others.some(([, activity]) => hasReceived(activity))) {
      this.isAway = true;
      return this.destroyAll(failure('The database does not respond.'));
    }
    // The server is reachable over new connections; older ones are probably half-open.
    for (const [client, activity] of others) {
      if (hasReceived(activity)) continue;
      activity.isSuspect = true;
      if (client.isIdle) client.destroy(failure('The connection to the database is half-open.'));
    }
  }
}

const failure = (message: string): Error => markConnectionFailure(new Error(message));
