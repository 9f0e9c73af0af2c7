import type { Socket } from 'node:net';
import { BARE } from './headers.ts';
import { Refusal } from './refusal.ts';

/** What Node's own reading of HTTP refuses before any route: the status and what people are told. */
const KNOWN: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', '请求头过大'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', '请求未在时限内发完'],
};

const HEAD = Object.entries(BARE).map(([name, value]) => `${name}: ${value}`).join('\r\n');

/** Requests that are no HTTP, too large in their head or too slow: an envelope as ever, then the connection ends. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy'>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) { socket.destroy(); return; }
  const [status, detail] = KNOWN[error.code ?? ''] ?? ['400 Bad Request', '请求无法识别'];
  const body = JSON.stringify({ code: 'REQUEST_INVALID', msg: new Refusal('REQUEST_INVALID', { detail }).message, data: null });
  socket.end(`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n${HEAD}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}
