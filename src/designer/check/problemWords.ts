import type { Path } from '../../domain/problem/index.ts';
import { propertySchemas } from '../editor/grammarDocs.ts';
import type { LocatedProblem } from '../editor/located.ts';

const MISSING = /缺少“([\w-]+)”/;

/** The innermost element of a document on a path: its tag says what its keys are called. */
function tagAt(doc: unknown, path: Path): string | undefined {
  let here: unknown = doc;
  let tag: string | undefined;
  for (const part of path) {
    here = typeof here === 'object' && here !== null ? (here as Record<string | number, unknown>)[part] : undefined;
    const own = typeof here === 'object' && here !== null ? (here as { tag?: unknown }).tag : undefined;
    if (typeof own === 'string') tag = own;
  }
  return tag;
}

/** What is missing, called as the panel of properties calls it; other problems stay as they are. */
export function inPanelWords(problems: readonly LocatedProblem[], doc: unknown): LocatedProblem[] {
  return problems.map((problem) => {
    const key = MISSING.exec(problem.message)?.[1];
    const tag = key === undefined ? undefined : tagAt(doc, problem.path);
    const name = key === undefined || tag === undefined ? undefined : propertySchemas(tag)[key]?.['x-name'];
    return name === undefined
      ? problem
      : { ...problem, message: problem.message.replace(MISSING, `还没有设置“${name}”`) };
  });
}
