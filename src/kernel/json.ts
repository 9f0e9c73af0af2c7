import { type Problem, type Result, problem } from '../domain/problem/index.ts';
import { findSyntaxError } from './jsonError.ts';

/**
 * Maximum size and depth of a document. Text is counted in UTF-16 units, an object by the approximate length of its
 * JSON.
 */
export const DOCUMENT_LIMITS = { size: 10 * 1024 * 1024, depth: 100 } as const;

const megabytes = (size: number): string => `${(size / 1024 / 1024).toFixed(1)} MB`;

/** Returns the problem of a document that is too large. */
const tooLargeProblem = (size: number): Problem =>
  problem('DOC_TOO_LARGE', [], { size: megabytes(size), limit: megabytes(DOCUMENT_LIMITS.size) });

/** Returns line and column (from 1) of an offset. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Returns a Chinese text on what is wrong at an offset of a JSON text. */
function detailOf(text: string, offset: number): string {
  if (text.trim() === '') return '内容为空';
  if (offset >= text.trimEnd().length) return '内容不完整';
  return `此处不应出现“${text.slice(offset, offset + 12).split('\n')[0]}”`;
}

/** Parses JSON text; a syntax error becomes a problem with line, column and offset. */
export function parseJson(text: string): Result<unknown> {
  if (text.length > DOCUMENT_LIMITS.size) return { ok: false, problems: [tooLargeProblem(text.length)] };
  const withoutByteOrderMark = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(withoutByteOrderMark) as unknown, problems: [] };
  } catch {
    const offset = findSyntaxError(withoutByteOrderMark);
    return {
      ok: false,
      problems: [
        problem('DOC_SYNTAX', [], {
          ...positionAt(withoutByteOrderMark, offset),
          offset,
          detail: detailOf(withoutByteOrderMark, offset),
        }),
      ],
    };
  }
}

/** Checks size and depth; null if both are within the limits. Not recursive, since it guards against deep nesting. */
export function checkLimits(value: unknown): Problem | null {
  let size = sizeOf(value);
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (size > DOCUMENT_LIMITS.size) return tooLargeProblem(size);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= DOCUMENT_LIMITS.depth) return problem('DOC_TOO_DEEP', [], { limit: DOCUMENT_LIMITS.depth });
    const isList = Array.isArray(next.value);
    for (const key of Object.keys(next.value)) {
      const child = (next.value as Record<string, unknown>)[key];
      size += sizeOf(child) + (isList ? 0 : key.length + 3);
      // texts and numbers are the largest part of a document; they are counted here and not pushed on the stack
      if (typeof child === 'object' && child !== null) stack.push({ value: child, depth: next.depth + 1 });
    }
  }
  return size > DOCUMENT_LIMITS.size ? tooLargeProblem(size) : null;
}

/**
 * Returns the approximate length of a value in JSON, with quotes and comma; of an object or a list without its items.
 */
const sizeOf = (value: unknown): number => (typeof value === 'string' ? value.length + 3 : 3);

/** Parses a text, or takes an object as it is; both must be within the limits. */
export function readDocument(input: unknown): Result<unknown> {
  const readResult: Result<unknown> =
    typeof input === 'string' ? parseJson(input) : { ok: true, value: input, problems: [] };
  if (!readResult.ok) return readResult;
  const limitProblem = checkLimits(readResult.value);
  return limitProblem ? { ok: false, problems: [limitProblem] } : readResult;
}
