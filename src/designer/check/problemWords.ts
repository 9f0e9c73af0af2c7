import type { Path } from '../../domain/problem/index.ts';
import { formPropertySchemas, propertySchemas } from '../editor/grammarDocs.ts';
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

/** What is wrong with a setting of the form itself, by the name of the setting; null for what is wrong elsewhere. */
function ofForm({ code, params, message }: LocatedProblem): string | null {
  const key = code === 'DOC_SHAPE' ? params.where : undefined;
  const schema = typeof key === 'string' ? formPropertySchemas()[key] : undefined;
  const name = schema?.['x-name'];
  if (name === undefined) return null;
  // of a list the check does not say which entry
  const detail = params.detail === '不能为空' && schema?.type === 'array' ? '有一项还没有选全' : params.detail;
  return message.replace(`${String(key)}：${String(params.detail)}`, `${name}：${String(detail)}`);
}

/** Problems with what is missing and the settings of the form called as the panels call them; others stay as they are. */
export function inPanelWords(problems: readonly LocatedProblem[], doc: unknown): LocatedProblem[] {
  return problems.map((problem) => {
    const told = ofForm(problem);
    if (told !== null) return { ...problem, message: told };
    const key = MISSING.exec(problem.message)?.[1];
    const tag = key === undefined ? undefined : tagAt(doc, problem.path);
    const name = key === undefined || tag === undefined ? undefined : propertySchemas(tag)[key]?.['x-name'];
    return name === undefined
      ? problem
      : { ...problem, message: problem.message.replace(MISSING, `还没有设置“${name}”`) };
  });
}
