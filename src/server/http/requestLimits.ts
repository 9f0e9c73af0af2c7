import type { FastifyInstance } from 'fastify';
import { DOCUMENT_LIMITS } from '../../kernel/index.ts';
import { Refusal } from './refusal.ts';
import { isStorable } from './storableText.ts';

/** Maximum nesting of a JSON body: the nesting of a definition, plus the levels that the call adds around it. */
const MAX_DEPTH = DOCUMENT_LIMITS.depth + 20;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the keys from `root` to `container`, followed by `lastKeys`, as a text that says where an error is. */
function pathText(root: object, container: object, ...lastKeys: string[]): string {
  const parents = new Map<object, { container: object; key: string }>();
  const queue = [root];
  for (const node of queue)
    for (const [key, inner] of Object.entries(node) as [string, unknown][])
      if (isObject(inner)) {
        parents.set(inner, { container: node, key });
        queue.push(inner);
      }
  const path = lastKeys;
  for (let node = parents.get(container); node; node = parents.get(node.container)) path.unshift(node.key);
  return path.length === 0 ? '' : `“${path.join(' › ')}”`;
}

/**
 * Validates a part of a request independently of its route. Returns the error text, or null. Iterates level by level,
 * because a recursion could overflow the stack before the depth is checked.
 */
function errorOf(root: unknown, partName: string): string | null {
  if (!isObject(root)) return typeof root === 'string' && !isStorable(root) ? `${partName}中有不允许的字符` : null;
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return '内容嵌套过深';
    const nextLevel: object[] = [];
    for (const container of level) {
      const isList = Array.isArray(container);
      for (const [key, inner] of Object.entries(container) as [string, unknown][]) {
        if (!isList && !isStorable(key)) return `${pathText(root, container) || partName}的字段名中有不允许的字符`;
        if (typeof inner === 'string') {
          if (!isStorable(inner)) return `${pathText(root, container, key)}中有不允许的字符`;
        } else if (isObject(inner)) nextLevel.push(inner);
        // 1e999 is parsed as Infinity, and would be stored as null
        else if (typeof inner === 'number' && !Number.isFinite(inner)) return '数值超出范围';
      }
    }
    level = nextLevel;
  }
  return null;
}

/**
 * Refuses requests with too deep nesting, infinite numbers or texts that the database cannot store, so that later
 * code can compare, hash and store a body recursively.
 */
export function installRequestLimits(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, query, params }, _reply, done) => {
    const errorText = errorOf(body, '内容') ?? errorOf(query, '地址参数') ?? errorOf(params, '地址');
    done(errorText === null ? undefined : new Refusal('REQUEST_INVALID', { detail: errorText }));
  });
}
