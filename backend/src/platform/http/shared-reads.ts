import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { defineSignal, Signals } from '../signals/signals.js';

const MOST = 500;
/** What readers of the other instances may see has changed. */
const changed = defineSignal<Record<string, never>>('shared-reads');

interface Kept {
  found: Promise<unknown>;
  until: number;
}

/**
 * What many readers ask alike is read for all of them, and kept for two seconds at most (SHARED_READS_SECONDS). All of it is
 * thrown away as soon as this instance has written anything, and when another tells that something was published or withdrawn;
 * while that cannot be heard, nothing is kept.
 */
@Injectable()
export class SharedReads {
  private kept = new Map<string, Kept>();
  private readonly listeners: (() => void)[] = [];
  private asked = new Map<string, Promise<unknown>>();
  readonly keptMs: number;

  constructor(
    config: Config,
    database: Database,
    private readonly signals: Signals,
  ) {
    this.keptMs = config.env.SHARED_READS_SECONDS * 1000;
    database.onChange(() => this.clear());
    signals.on(changed, () => this.clear());
  }

  /** Whether anything may be kept: only while it would be heard that something has changed. */
  get areKept(): boolean {
    return this.keptMs > 0 && this.signals.isListening;
  }

  /** Calls back whenever what was read may be out of date. It must not fail. */
  onStale(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Inside a transaction the others are told when it commits. This instance knows by itself. */
  async tellOthers(): Promise<void> {
    await this.signals.publish(changed, {});
  }

  /**
   * @param key all that the answer depends on, and the same for everybody who may be given it
   * @param find must not write, nor stand in a transaction
   * @param isKept whether what was found is worth its memory
   * @returns what nobody may change, since others get the very same
   */
  read<Found>(key: string, find: () => Promise<Found>, isKept: (found: Found) => boolean = () => true): Promise<Found> {
    if (!this.areKept) return this.together(key, find);
    const kept = this.kept.get(key);
    if (kept && kept.until > Date.now()) return kept.found as Promise<Found>;
    if (this.kept.size >= MOST) this.kept = new Map();
    const found = find();
    this.kept.set(key, { found, until: Date.now() + this.keptMs });
    const forget = () => this.kept.get(key)?.found === found && this.kept.delete(key);
    // After a failure whoever asks next tries again.
    found.then((value) => isKept(value) || forget(), forget);
    return found;
  }

  /** Nothing is kept: all who have asked by now get what holds from now on. */
  private together<Found>(key: string, find: () => Promise<Found>): Promise<Found> {
    if (!this.asked.size) setImmediate(() => (this.asked = new Map()));
    let found = this.asked.get(key) as Promise<Found> | undefined;
    if (!found) this.asked.set(key, (found = new Promise<void>((now) => setImmediate(now)).then(find)));
    return found;
  }

  private clear(): void {
    this.kept = new Map();
    for (const tell of this.listeners) tell();
  }
}
