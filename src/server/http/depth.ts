import type { FastifyInstance } from 'fastify';
import { DOCUMENT_LIMITS } from '../../kernel/json.ts';
import { Refusal } from './refusal.ts';

/** Deepest nesting of a JSON body: the deepest definition with what its call wraps around it. */
const MAX_DEPTH = DOCUMENT_LIMITS.depth + 20;

/** Level by level, for depth is what it guards against. */
function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** Nothing behind it need fear for its stack: what compares, hashes or stores a body may walk it by calling itself. */
export function installDepthLimit(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    done(isTooDeep(body) ? new Refusal('REQUEST_INVALID', { detail: '内容嵌套过深' }) : undefined);
  });
}
