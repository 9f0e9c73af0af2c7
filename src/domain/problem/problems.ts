import { formatError, type ErrorCode } from './errors.ts';
import type { Path, Problem } from './problem.ts';

/** An error at a path; its message comes from the table of codes. */
export function problem(code: ErrorCode, path: Path, params: Readonly<Record<string, unknown>> = {}): Problem {
  return { code, path, params, message: formatError(code, params), level: 'error' };
}

/** The same, reported only: it forbids neither publishing nor saving. */
export function warning(code: ErrorCode, path: Path, params: Readonly<Record<string, unknown>> = {}): Problem {
  return { ...problem(code, path, params), level: 'warning' };
}

/** What was taken over in another way than it was written: nothing is wrong with it. */
export function info(code: ErrorCode, path: Path, params: Readonly<Record<string, unknown>> = {}): Problem {
  return { ...problem(code, path, params), level: 'info' };
}

/** Containers put their own segments before the paths of what they contain. */
export function underPath(prefix: Path, problems: readonly Problem[]): Problem[] {
  return prefix.length === 0 ? [...problems] : problems.map((one) => ({ ...one, path: [...prefix, ...one.path] }));
}

export const hasErrors = (problems: readonly Problem[]): boolean => problems.some((one) => one.level === 'error');

/** For people: `fields › 第 4 项 › span`. Indexes count from 1. '' for the document itself. */
export function formatPath(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 项` : part)).join(' › ');
}

/** One line for people: where and what. */
export function formatProblem({ path, message }: Problem): string {
  const where = formatPath(path);
  return where === '' ? message : `${where}：${message}`;
}
