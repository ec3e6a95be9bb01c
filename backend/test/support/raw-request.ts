import { Agent, type ClientRequest, request } from 'node:http';

export interface RawResponse {
  /** undefined when the connection closed without a response */
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends raw bytes over a real connection. The server may respond and close before all of them are sent.
 * @param onStart gets the request when it has started, for tests that abort it
 */
export function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; localAddress?: string },
  onStart?: (sent: ClientRequest) => void,
): Promise<RawResponse> {
  const { method = 'GET', headers = {}, body, localAddress } = options;
  return new Promise((resolve) => {
    const length = body && { 'content-length': String(body.length) };
    const sent = request(url, { method, agent, localAddress, headers: { ...length, ...headers } }, (response) => {
      let text = '';
      const done = () => resolve({ status: response.statusCode, headers: response.headers, text });
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', done).once('error', done);
    });
    sent.once('error', () => setTimeout(() => resolve({ status: undefined, headers: {}, text: '' }), 50));
    onStart?.(sent);
    sent.end(body);
  });
}
