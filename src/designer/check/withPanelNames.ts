import type { Path } from '../../domain/problem/index.ts';
import { formPropertySchemas, propertySchemas } from '../editor/grammarDocs.ts';
import type { LocatedProblem } from '../editor/located.ts';

const MISSING_KEY = /缺少“([\w-]+)”/;

/** Returns the tag of the innermost element on a path. */
function tagAt(doc: unknown, path: Path): string | undefined {
  let value: unknown = doc;
  let tag: string | undefined;
  for (const part of path) {
    value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[part] : undefined;
    const tagOfValue = typeof value === 'object' && value !== null ? (value as { tag?: unknown }).tag : undefined;
    if (typeof tagOfValue === 'string') tag = tagOfValue;
  }
  return tag;
}

/**
 * Returns the message of a problem with a form setting, with the name of the setting instead of its key; null for any
 * other problem.
 */
function formSettingMessage({ code, params, message }: LocatedProblem): string | null {
  const key = code === 'DOC_SHAPE' ? params.where : undefined;
  const schema = typeof key === 'string' ? formPropertySchemas()[key] : undefined;
  const name = schema?.['x-name'];
  if (name === undefined) return null;
  // for a list, the check does not report which entry is wrong
  const detail = params.detail === '不能为空' && schema?.type === 'array' ? '有一项还没有选全' : params.detail;
  return message.replace(`${String(key)}：${String(params.detail)}`, `${name}：${String(detail)}`);
}

/**
 * Replaces keys in messages by the names that the property panel shows for them. Applies to messages about a missing
 * key of an element and about a setting of the form.
 */
export function withPanelNames(problems: readonly LocatedProblem[], doc: unknown): LocatedProblem[] {
  return problems.map((problem) => {
    const formMessage = formSettingMessage(problem);
    if (formMessage !== null) return { ...problem, message: formMessage };
    const key = MISSING_KEY.exec(problem.message)?.[1];
    const tag = key === undefined ? undefined : tagAt(doc, problem.path);
    const name = key === undefined || tag === undefined ? undefined : propertySchemas(tag)[key]?.['x-name'];
    return name === undefined
      ? problem
      : { ...problem, message: problem.message.replace(MISSING_KEY, `还没有设置“${name}”`) };
  });
}
