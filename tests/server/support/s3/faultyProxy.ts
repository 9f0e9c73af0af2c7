import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedHeaders } from '../../../../src/server/files/s3/signedHeaders.ts';

/** What happens to a call: its connection is cut before or behind the store did it, after so many bytes of the answer, late, with a status, or answered in the store's place. */
export type Fault =
  | 'cut'
  | 'loseAnswer'
  | { cutAfter: number }
  | { delayMs: number }
  | { status: number }
  | { answer: string }
  | null;

/** Unfinished uploads that one answer lists; a real store lists a thousand. */
const UPLOADS_OF_A_PAGE = 2;

export interface Call {
  method: string;
  path: string;
}

export interface FaultyProxy {
  port: number;
  /** Asked for each call. */
  fault: (call: Call) => Fault;
  calls: Call[];
  /** Uploads in parts that were aborted: the store behind does not know that call, so the proxy answers it. */
  aborted: string[];
  /** Uploads in parts that were begun and not finished, as the proxy tells them. */
  begun: Map<string, { key: string; at: Date }>;
  close(): Promise<void>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Whether a call is signed with this key over what it says and brings; the store behind compares keys' names alone. */
function isSigned(incoming: IncomingMessage, body: Buffer, secretKey: string): boolean {
  const said = /Credential=([^/]+)\/\d+\/([^/]+)\/.*SignedHeaders=([^,]+),/.exec(incoming.headers.authorization ?? '');
  const moment = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(incoming.headers['x-amz-date']));
  if (!said || !moment) return false;
  const [, accessKey = '', region = '', names = ''] = said;
  const [, year, month, day, hour, minute, second] = moment;
  const own = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const headers = Object.fromEntries(
    names
      .split(';')
      .filter((name) => !own.includes(name))
      .map((name) => [name, String(incoming.headers[name])]),
  );
  const right = signedHeaders(
    {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', `http://${incoming.headers.host}`),
      headers,
      body,
    },
    { region, accessKey, secretKey },
    new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
  );
  return right['authorization'] === incoming.headers.authorization;
}

/** An HTTP proxy before the store on this port, which checks signatures. */
export async function startFaultyProxy(target: number, secretKey: string): Promise<FaultyProxy> {
  const state = {
    fault: (() => null) as FaultyProxy['fault'],
    calls: [] as Call[],
    aborted: [] as string[],
    begun: new Map<string, { key: string; at: Date }>(),
  };
  const handle = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const call = { method: incoming.method ?? '', path: incoming.url ?? '' };
    state.calls.push(call);
    const url = new URL(call.path, 'http://store');
    const fault = state.fault(call);
    if (fault === 'cut') return void incoming.socket.destroy();
    const body = await bodyOf(incoming);
    if (!isSigned(incoming, body, secretKey))
      return void answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (fault !== null && typeof fault === 'object' && 'status' in fault)
      return void answer.writeHead(fault.status).end('<Error><Code>SlowDown</Code></Error>');
    if (fault !== null && typeof fault === 'object' && 'answer' in fault) return void answer.end(fault.answer);
    if (fault !== null && typeof fault === 'object' && 'delayMs' in fault)
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    // the store behind writes a part while it arrives: one that nobody waits for would write into the one sent again
    if (incoming.socket.destroyed) return;
    const uploadId = url.searchParams.get('uploadId');
    if (call.method === 'DELETE' && uploadId !== null) {
      state.aborted.push(uploadId);
      state.begun.delete(uploadId);
      return void answer.writeHead(204).end();
    }
    if (call.method === 'GET' && url.searchParams.has('uploads')) {
      const marker = url.searchParams.get('upload-id-marker');
      const all = [...state.begun];
      const start = marker === null ? 0 : all.findIndex(([id]) => id === marker) + 1;
      const page = all.slice(start, start + UPLOADS_OF_A_PAGE);
      const lines = page.map(
        ([id, { key, at }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      );
      const [lastId, last] = page.at(-1) ?? ['', { key: '' }];
      const more =
        start + page.length < all.length
          ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
          : '<IsTruncated>false</IsTruncated>';
      return void answer.end(`<ListMultipartUploadsResult>${more}${lines.join('')}</ListMultipartUploadsResult>`);
    }
    const forward = request(
      { host: '127.0.0.1', port: target, method: call.method, path: call.path, headers: incoming.headers },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const content = Buffer.concat(pieces);
          const begun = /<UploadId>([^<]+)<\/UploadId>/.exec(content.toString('utf8', 0, 2000))?.[1];
          if (call.method === 'POST' && url.searchParams.has('uploads') && begun)
            state.begun.set(begun, { key: url.pathname.split('/').slice(2).join('/'), at: new Date() });
          if (call.method === 'POST' && uploadId !== null && response.statusCode === 200) state.begun.delete(uploadId);
          if (fault === 'loseAnswer') return void incoming.socket.destroy();
          answer.writeHead(response.statusCode ?? 500, response.headers);
          if (fault !== null && typeof fault === 'object' && 'cutAfter' in fault) {
            answer.write(content.subarray(0, fault.cutAfter), () => setTimeout(() => incoming.socket.destroy(), 20));
            return;
          }
          answer.end(content);
        });
      },
    );
    forward.on('error', () => incoming.socket.destroy());
    forward.end(body);
  };
  const server = createServer(
    (incoming, answer) => void handle(incoming, answer).catch(() => incoming.socket.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
