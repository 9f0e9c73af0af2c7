import { formatError, type Problem } from '../../domain/problem/index.ts';

/** Returns a problem of a process file. Its path is the element's id, or empty for the file as a whole. */
export function flowProblem(elementId: string | undefined, detail: string, level: Problem['level'] = 'error'): Problem {
  const params = { detail, element: elementId ?? '' };
  return {
    code: 'DOC_FLOW',
    path: elementId ? [elementId] : [],
    message: formatError('DOC_FLOW', params),
    params,
    level,
  };
}
