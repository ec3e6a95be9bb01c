import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { getClientIp, rateLimitAddress } from '../request/request.js';
import { busy } from '../../errors/domain-error.js';

const KB = 1024;
const MB = 1024 ** 2;

/**
 * Limits in bytes for unfinished bodies in memory: of all clients together, and of one network address, which may be
 * that of a whole company. The part of a body above 64 KB has its own limit, so that a few large bodies cannot block
 * small ones.
 */
const SMALL = { upTo: 64 * KB, total: 32 * MB, perAddress: 8 * MB };
const LARGE = { total: 64 * MB, perAddress: 24 * MB };

/** The memory that one request has reserved for its body. */
export interface BodyReservation {
  /**
   * Sets the number of bytes that the request holds.
   * @throws 503 with Retry-After when its address, or all clients together, would exceed a limit
   */
  hold(bytes: number): void;
  /** releases the reservation; may be called more than once */
  release(): void;
}

/** Limits the memory that request bodies take while they are read, for each client address and for all together. */
@Injectable()
export class BodyMemory {
  private readonly small: Pool;
  private readonly large: Pool;

  constructor({ env: { RATE_LIMIT_IP_FACTOR: factor } }: Config) {
    this.small = new Pool(SMALL.total, SMALL.perAddress * factor);
    this.large = new Pool(LARGE.total, LARGE.perAddress * factor);
  }

  reserve(request: FastifyRequest): BodyReservation {
    const address = rateLimitAddress(getClientIp(request));
    const held = { small: 0, large: 0 };
    const hold = (bytes: number) => {
      const small = Math.min(bytes, SMALL.upTo);
      this.small.change(address, small - held.small);
      held.small = small;
      this.large.change(address, bytes - small - held.large);
      held.large = bytes - small;
    };
    return { hold, release: () => hold(0) };
  }

  /** Reserved bytes at present. */
  get heldBytes(): number {
    return this.small.held + this.large.held;
  }
}

class Pool {
  held = 0;
  private readonly perAddress = new Map<string, number>();

  constructor(
    private readonly maxTotal: number,
    private readonly maxPerAddress: number,
  ) {}

  /** @throws 503 above one of the bounds; nothing is changed then */
  change(address: string, by: number): void {
    if (by === 0) return;
    const ofAddress = (this.perAddress.get(address) ?? 0) + by;
    if (by > 0 && (ofAddress > this.maxPerAddress || this.held + by > this.maxTotal))
      throw busy((texts) => texts.platform.tooMuchSent, 5);
    if (ofAddress > 0) this.perAddress.set(address, ofAddress);
    else this.perAddress.delete(address);
    this.held += by;
  }
}
