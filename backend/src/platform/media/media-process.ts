import {
  ChildTaskError,
  type ChildTaskOptions,
  runChildTask,
  SilentChildError,
} from '../child-processes/child-task.js';
import { MediaError, type MediaErrorCode } from './media-error.js';
import type { MediaTaskName, MediaTasks } from './media-task.js';

export type MediaTaskOptions = Omit<ChildTaskOptions, 'inheritsEnvironment'>;

/** What the worker says about an error that concerns the file. */
export interface MediaErrorReason {
  code: MediaErrorCode;
  details: string | undefined;
}

const SILENCE_MS = 120_000;
/** The library that reads containers without native code loops forever on some damaged files. */
const BLOCKED_MS = 8000;

const worker = new URL('./media-worker', import.meta.url);

/**
 * Runs a task in a process of its own.
 * @throws MediaError for reasons that concern the file, ChildCrashError when the process died
 */
export async function runMediaTask<N extends MediaTaskName>(
  name: N,
  input: MediaTasks[N]['input'],
  options: MediaTaskOptions = {},
): Promise<MediaTasks[N]['result']> {
  const isContainerOnly = 'canConvert' in input && !input.canConvert;
  try {
    return await runChildTask<MediaTasks[N]['result']>(
      worker,
      { name, ...input },
      { silenceMs: isContainerOnly ? BLOCKED_MS : SILENCE_MS, ...options },
    );
  } catch (error) {
    if (error instanceof SilentChildError) throw new MediaError(isContainerOnly ? 'not_a_video' : 'too_slow');
    if (!(error instanceof ChildTaskError && error.reason)) throw error;
    const { code, details } = error.reason as MediaErrorReason;
    throw new MediaError(code, details);
  }
}
