import { Agent, request } from 'node:http';
import { median, percentile } from './statistics.ts';

export interface Heard {
  status: number;
  text: string;
}

/** Asks one server over kept connections. Nothing here costs more than the plain client of Node. */
export interface Asker {
  get(path: string): Promise<Heard>;
  /** A body that is no Buffer goes as JSON. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Heard>;
  close(): void;
}

export function askerOf(url: string, token = '', atOnce = 16): Asker {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const send = (
    method: string,
    path: string,
    body: Buffer | null,
    headers: Readonly<Record<string, string>>,
  ): Promise<Heard> =>
    new Promise((done, fail) => {
      const sent = request(
        {
          agent,
          host: hostname,
          port,
          method,
          path,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
            .on('error', fail);
        },
      );
      sent.on('error', fail);
      sent.end(body ?? undefined);
    });
  return {
    get: (path) => send('GET', path, null, {}),
    post: (path, body, headers = {}) =>
      send('POST', path, Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)), headers),
    close: () => agent.destroy(),
  };
}

export interface Pace {
  perSecond: number;
  p50: number;
  p95: number;
}

/** Does the work so many times, `atOnce` of them side by side; the first tenth warms up and does not count. */
export async function paceOf(times: number, atOnce: number, work: (index: number) => Promise<void>): Promise<Pace> {
  const warm = Math.ceil(times / 10);
  let next = 0;
  let began = 0;
  const spent: number[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < times + warm) {
        const index = next;
        next += 1;
        if (index === warm) began = performance.now();
        const start = performance.now();
        await work(index);
        if (index >= warm) spent.push(performance.now() - start);
      }
    }),
  );
  return { perSecond: (times * 1000) / (performance.now() - began), p50: median(spent), p95: percentile(spent, 0.95) };
}

/** Both in turns of a few rounds, so that a busy moment of the machine hits both; the median of their rounds. */
export async function inTurns<N extends string>(
  rounds: number,
  works: Readonly<Record<N, () => Promise<Pace>>>,
): Promise<Record<N, Pace>> {
  const all = new Map<N, Pace[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, work] of Object.entries(works) as [N, () => Promise<Pace>][])
      all.set(name, [...(all.get(name) ?? []), await work()]);
  const middle = (paces: readonly Pace[], key: keyof Pace): number => median(paces.map((pace) => pace[key]));
  return Object.fromEntries(
    [...all].map(([name, paces]) => [
      name,
      { perSecond: middle(paces, 'perSecond'), p50: middle(paces, 'p50'), p95: middle(paces, 'p95') },
    ]),
  ) as Record<N, Pace>;
}
