import { ERRORS } from '../../src/domain/problem/errors.ts';

export interface Heard {
  status: number;
  type: string;
  disposition: string;
  text: string;
  method: string;
}

const CODES: ReadonlySet<string> = new Set(['1', ...Object.keys(ERRORS)]);
/** What only the inside knows: stacks, files, SQL, names of failures. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|\.[cm]?[jt]s:\d+|node_modules|\/(?:work|tmp|home|root|usr)\/|\b(?:Type|Range|Syntax|Reference|Assertion)?Error\b|\bselect\b[^“”]{0,200}\bfrom\b|insert into|syntax error at|relation "|column "|violates|duplicate key|invalid input syntax|kysely|pglite|fastify|FST_|ECONN|ENOENT|EACCES/i;

const isFile = ({ type, disposition }: Heard): boolean =>
  disposition !== '' || /^(image\/svg\+xml|text\/event-stream|text\/plain|text\/html)/.test(type);

/** What is wrong with an answer; null when nothing is. A refusal is an answer like any other, a failure is not. */
export function faultOf(heard: Heard): string | null {
  const { status, type, text, method } = heard;
  if (status >= 500) return `status ${status}`;
  if (method === 'HEAD' || status === 204 || status === 304) return null;
  if (!type.startsWith('application/json'))
    return status < 400 && isFile(heard) ? null : `status ${status} without an envelope (${type})`;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
  if (status < 400 && typeof answer === 'object' && answer !== null && 'openapi' in answer) return null;
  const { code, msg } = (answer ?? {}) as { code?: unknown; msg?: unknown };
  if (typeof code !== 'string' || !CODES.has(code)) return `unknown code ${String(code)}`;
  if (typeof msg !== 'string' || !/[\u4e00-\u9fa5]/.test(msg)) return `message without Chinese: ${String(msg)}`;
  if (status >= 400 && INSIDE.test(msg)) return `the message tells of the inside: ${msg}`;
  return null;
}
