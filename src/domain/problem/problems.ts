import { formatError, type ErrorCode } from './errors.ts';
import type { Path, Problem } from './problem.ts';

/** Creates an error at a path; its message comes from the table of codes. */
export function problem(code: ErrorCode, path: Path, params: Readonly<Record<string, unknown>> = {}): Problem {
  return { code, path, params, message: formatError(code, params), level: 'error' };
}

/** Creates a warning, which forbids neither publishing nor saving. */
export function warning(code: ErrorCode, path: Path, params: Readonly<Record<string, unknown>> = {}): Problem {
  return { ...problem(code, path, params), level: 'warning' };
}

/** Creates a note about a conversion; nothing is wrong with the result. */
export function info(code: ErrorCode, path: Path, params: Readonly<Record<string, unknown>> = {}): Problem {
  return { ...problem(code, path, params), level: 'info' };
}

/** Prepends a prefix to the path of each problem, such as the path of a container to those of its children. */
export function underPath(prefix: Path, problems: readonly Problem[]): Problem[] {
  return prefix.length === 0 ? [...problems] : problems.map((item) => ({ ...item, path: [...prefix, ...item.path] }));
}

export const hasErrors = (problems: readonly Problem[]): boolean => problems.some(({ level }) => level === 'error');

/** Returns a path as text for people: `fields › 第 4 项 › span`. Indexes count from 1. '' for the document itself. */
export function formatPath(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 项` : part)).join(' › ');
}

/** Returns a problem as one line for people: location and message. */
export function formatProblem({ path, message }: Problem): string {
  const location = formatPath(path);
  return location === '' ? message : `${location}：${message}`;
}
