import type { FastifyInstance } from 'fastify';
import { DOCUMENT_LIMITS } from '../../kernel/json.ts';
import { Refusal } from './refusal.ts';

/** Deepest nesting of a JSON body: the deepest definition with what its call wraps around it. */
const MAX_DEPTH = DOCUMENT_LIMITS.depth + 20;

/** What is wrong with a body whatever its route takes; null when nothing is. Level by level, for depth is what it guards against. */
function faultOf(body: unknown): string | null {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return '内容嵌套过深';
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) {
        if (typeof inner === 'object' && inner !== null) next.push(inner);
        // 1e999 is read as a number without end, which would be stored as none
        else if (typeof inner === 'number' && !Number.isFinite(inner)) return '数值超出范围';
      }
    }
    level = next;
  }
  return null;
}

/** Nothing behind it need fear for its stack: what compares, hashes or stores a body may walk it by calling itself; and every number is one. */
export function installDepthLimit(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    const fault = faultOf(body);
    done(fault === null ? undefined : new Refusal('REQUEST_INVALID', { detail: fault }));
  });
}
