import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';

/** Imports, and made files, that one person may have under way at once on one server: what two tabs need, and one more. */
export const MOST_AT_ONCE = 3;

type Kind = 'import' | 'export';

const underWay = new WeakMap<FastifyInstance, Map<string, number>>();

/** Takes one of a person's turns at costly work; answers how to give it back. Refuses with WORK_LIMIT, so that nobody keeps everybody else waiting. */
export function beginShare(request: FastifyRequest, kind: Kind): () => void {
  const counts = underWay.get(request.server) ?? new Map<string, number>();
  underWay.set(request.server, counts);
  const key = `${kind} ${userOf(request).id}`;
  const count = counts.get(key) ?? 0;
  if (count >= MOST_AT_ONCE) throw new Refusal('WORK_LIMIT', { limit: MOST_AT_ONCE });
  counts.set(key, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };
}
