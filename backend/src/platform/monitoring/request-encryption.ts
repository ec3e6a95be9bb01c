import { Injectable } from '@nestjs/common';

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
