import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';

/** The maximum number of imports of one person at the same time on one server; the same maximum applies to exports. */
export const MAX_RUNNING_PER_PERSON = 3;

type WorkKind = 'import' | 'export';

/** Numbers of running imports and exports of each server, by kind and person id. */
const countsByServer = new WeakMap<FastifyInstance, Map<string, number>>();

/**
 * Counts a new running import or export of the person who sent the request. Returns a function that the caller must
 * call when the import or export ends. Refuses with WORK_LIMIT when the person already runs the permitted number.
 */
export function beginImportOrExport(request: FastifyRequest, kind: WorkKind): () => void {
  const counts = countsByServer.get(request.server) ?? new Map<string, number>();
  countsByServer.set(request.server, counts);
  const key = `${kind} ${userOf(request).id}`;
  const count = counts.get(key) ?? 0;
  if (count >= MAX_RUNNING_PER_PERSON) throw new Refusal('WORK_LIMIT', { limit: MAX_RUNNING_PER_PERSON });
  counts.set(key, count + 1);
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    const remainingCount = (counts.get(key) ?? 1) - 1;
    if (remainingCount > 0) counts.set(key, remainingCount);
    else counts.delete(key);
  };
}
