import { adminEnvironment, SLOW_TEST_TIMEOUT_MS, type ServerProcess, startServer } from './server-process.js';

/** Load of a server since the last call. */
export interface Load {
  /** the longest time its main thread worked without a break, in milliseconds of processor time */
  longestBlockMs: number;
  /** in bytes */
  peakRss: number;
  peakHeap: number;
  /** files and sockets that are open now */
  openFiles: number;
}

export interface MeasuredServer extends ServerProcess {
  /**
   * @returns the load since the last call
   * @throws when the server has ended or does not respond
   */
  load(): Promise<Load>;
}

const probe = new URL('./load-probe.mjs', import.meta.url).href;

/**
 * The built server in a process of its own that measures its event loop and its memory.
 * @param options of Node
 */
export async function startMeasuredServer(
  environment: Record<string, string>,
  ...options: string[]
): Promise<MeasuredServer> {
  const server = await startServer({
    ...adminEnvironment,
    ...environment,
    NODE_OPTIONS: [`--import=${probe}`, ...options].join(' '),
  });
  if (!(await server.ready)) throw new Error(`The server did not start: ${(await server.ended).stderr}`);
  const load = async (): Promise<Load> => {
    const loadReport = waitForLoad(server);
    server.child.send({ type: 'probe' });
    return loadReport;
  };
  await load();
  return { ...server, load };
}

function waitForLoad({ child }: ServerProcess): Promise<Load> {
  const { promise, resolve, reject } = Promise.withResolvers<Load>();
  const onMessage = (message: { type: string } & Load) => message.type === 'probe' && resolve(message);
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`The server ended (${signal ?? code}).`));
  const timer = setTimeout(() => reject(new Error('The server does not respond any more.')), SLOW_TEST_TIMEOUT_MS);
  child.on('message', onMessage).once('exit', onExit);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
  });
}
