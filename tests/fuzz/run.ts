import { Agent, request as send } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createChance } from './chance.ts';
import { acceptanceJudge, answerJudge } from './described.ts';
import { hearRaw, rawFault, rawRequest } from './raw.ts';
import { endpointsOf, requestTo, type FuzzRequest, type Spec } from './requests.ts';
import type { Pool } from './schema.ts';
import { faultOf, type Heard } from './verdict.ts';

export interface FuzzOptions {
  url: string;
  spec: Spec;
  tokens: readonly (string | null)[];
  pool: Pool;
  seed: number;
  requests: number;
  atOnce: number;
  onProgress?(done: number): void;
  onFinding?(finding: Finding): void;
}
export interface Finding {
  fault: string;
  call: string;
  request: FuzzRequest;
  answer: string;
  count: number;
}
export interface FuzzReport {
  sent: number;
  perStatus: Record<string, number>;
  findings: Finding[];
  heap: number[];
  isFlat: boolean;
  calls: number;
  seconds: number;
}

const PATIENCE_MS = 30_000;
/** Of all requests, those that are sent as bytes, without what a library does for HTTP. */
const RAW_SHARE = 0.02;
const STREAM_MS = 100;

function hear(agent: Agent, base: URL, { method, path, headers, body }: FuzzRequest): Promise<Heard | string> {
  return new Promise((done) => {
    const sent = send(
      {
        agent,
        host: base.hostname,
        port: base.port,
        method,
        path,
        headers: { ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
        timeout: PATIENCE_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        const type = response.headers['content-type'] ?? '';
        const end = (): void =>
          done({
            status: response.statusCode ?? 0,
            type,
            disposition: String(response.headers['content-disposition'] ?? ''),
            text: Buffer.concat(chunks).toString(),
            method,
          });
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', end)
          .on('error', end);
        if (type.startsWith('text/event-stream'))
          setTimeout(() => {
            end();
            response.destroy();
          }, STREAM_MS);
      },
    );
    sent.on('timeout', () => {
      done('no answer in time');
      sent.destroy();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => done(`connection ${error.code ?? error.message}`));
    sent.end(body ?? undefined);
  });
}

function collector(): () => number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
}

/** A kept connection that the server closed meanwhile, or one that it closes on a request it does not read to its end, is no fault. */
const isClosed = (answer: string): boolean => /^connection (ECONNRESET|EPIPE|HPE_)/.test(answer);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const SLACK = 24 * 1024 * 1024;

/** Sends so many requests, some at once, and judges every answer. The same seed sends the same requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const chance = createChance(options.seed);
  const agent = new Agent({ keepAlive: true, maxSockets: options.atOnce });
  const base = new URL(options.url);
  // who asks to be signed out would be, and everybody after them
  const endpoints = endpointsOf(options.spec).filter(
    ({ path }) => path.startsWith('/api/') && !path.endsWith('/logout'),
  );
  const findings = new Map<string, Finding>();
  const perStatus: Record<string, number> = {};
  const used = collector();
  const heap: number[] = [];
  const began = Date.now();
  const calls = new Set<string>();
  let sent = 0;
  const note = (fault: string, request: FuzzRequest, answer: string): void => {
    const key = `${request.call} ${fault.replace(/[0-9a-f]{10}/g, '#')}`;
    const found = findings.get(key);
    if (found) {
      found.count += 1;
      return;
    }
    const finding = { fault, call: request.call, request, answer: answer.slice(0, 300), count: 1 };
    findings.set(key, finding);
    options.onFinding?.(finding);
  };
  const judgeAnswer = answerJudge(options.spec);
  const judgeAccepted = acceptanceJudge(options.spec);
  const some = options.tokens.find((token) => token !== null) ?? '';
  const raw = async (): Promise<void> => {
    const request = rawRequest(chance, some);
    const heard = await hearRaw(base, request);
    const status = /^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 'no answer';
    perStatus[`raw ${status}`] = (perStatus[`raw ${status}`] ?? 0) + 1;
    const fault = rawFault(request, heard);
    if (fault)
      note(
        fault,
        { method: 'RAW', path: request.name, headers: {}, body: request.bytes, call: `raw ${request.name}` },
        heard,
      );
  };
  const work = async (): Promise<void> => {
    while (sent < options.requests) {
      sent += 1;
      if (sent % Math.ceil(options.requests / 20) === 0) {
        heap.push(used());
        options.onProgress?.(sent);
      }
      if (sent > endpoints.length && chance.is(RAW_SHARE)) {
        await raw();
        continue;
      }
      const request = requestTo(
        chance,
        sent <= endpoints.length ? (endpoints[sent - 1] as (typeof endpoints)[number]) : chance.pick(endpoints),
        options.pool,
        chance.pick(options.tokens),
      );
      calls.add(request.call);
      const heard = await hear(agent, base, request);
      if (typeof heard === 'string') {
        perStatus[heard] = (perStatus[heard] ?? 0) + 1;
        if (!isClosed(heard)) note(heard, request, '');
        continue;
      }
      perStatus[heard.status] = (perStatus[heard.status] ?? 0) + 1;
      const fault =
        faultOf(heard) ??
        (request.call.startsWith(`${request.method} `)
          ? (judgeAccepted(request.call, heard.status, request) ??
            judgeAnswer(request.call, heard.status, heard.type, heard.text))
          : null);
      if (fault) note(fault, request, heard.text);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  agent.destroy();
  const alive = await hear(new Agent(), base, {
    method: 'GET',
    path: '/api/captcha',
    headers: {},
    body: null,
    call: 'GET /api/captcha',
  });
  if (typeof alive === 'string' || alive.status !== 200)
    note(
      'the server is not there any more',
      { method: 'GET', path: '/api/captcha', headers: {}, body: null, call: 'end' },
      String(alive),
    );
  // what is compiled and cached at the beginning is not growth
  const [first, second] = [heap.slice(4, 12), heap.slice(12)];
  return {
    sent,
    perStatus,
    findings: [...findings.values()],
    heap,
    isFlat: heap.length < 20 || mean(second) <= mean(first) * 1.2 + SLACK,
    calls: calls.size,
    seconds: (Date.now() - began) / 1000,
  };
}
