import type { FastifyInstance } from 'fastify';
import { DOCUMENT_LIMITS } from '../../kernel/index.ts';
import { Refusal } from './refusal.ts';
import { isWhole } from './wholeText.ts';

/** Deepest nesting of a JSON body: the deepest definition with what its call wraps around it. */
const MAX_DEPTH = DOCUMENT_LIMITS.depth + 20;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Where a value stands, for who sent it; looked for only when something is wrong with it. */
function placeOf(root: object, holder: object, ...last: string[]): string {
  const found = new Map<object, { holder: object; key: string }>();
  const all = [root];
  for (const at of all)
    for (const [key, inner] of Object.entries(at) as [string, unknown][])
      if (isObject(inner)) {
        found.set(inner, { holder: at, key });
        all.push(inner);
      }
  const path = last;
  for (let at = found.get(holder); at; at = found.get(at.holder)) path.unshift(at.key);
  return path.length === 0 ? '' : `“${path.join(' › ')}”`;
}

/** What is wrong with a part of a request whatever its route takes; null when nothing is. Level by level, for depth is what it guards against. */
function faultOf(root: unknown, what: string): string | null {
  if (!isObject(root)) return typeof root === 'string' && !isWhole(root) ? `${what}中有不允许的字符` : null;
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return '内容嵌套过深';
    const next: object[] = [];
    for (const holder of level) {
      const isList = Array.isArray(holder);
      for (const [key, inner] of Object.entries(holder) as [string, unknown][]) {
        if (!isList && !isWhole(key)) return `${placeOf(root, holder) || what}的字段名中有不允许的字符`;
        if (typeof inner === 'string') {
          if (!isWhole(inner)) return `${placeOf(root, holder, key)}中有不允许的字符`;
        } else if (isObject(inner)) next.push(inner);
        // 1e999 is read as a number without end, which would be stored as none
        else if (typeof inner === 'number' && !Number.isFinite(inner)) return '数值超出范围';
      }
    }
    level = next;
  }
  return null;
}

/** Nothing behind it need fear for its stack: what compares, hashes or stores a body may walk it by calling itself; every number is one, and every text can be kept as it is. */
export function installDepthLimit(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, query, params }, _reply, done) => {
    const fault = faultOf(body, '内容') ?? faultOf(query, '地址参数') ?? faultOf(params, '地址');
    done(fault === null ? undefined : new Refusal('REQUEST_INVALID', { detail: fault }));
  });
}
