import { isTableNode, walkNodes } from '../../kernel/index.ts';
import { type Path, type Problem, warning } from '../../domain/problem/index.ts';
import { registrationList } from '../registration.ts';
import type { FormCheck } from './extensions.ts';

/**
 * Functions that return whether this server has a route for a call, registered with the routes. If none is
 * registered, option calls are not checked.
 */
export const routeMatchers = registrationList<(method: string, path: string) => boolean>();

interface RemoteOptions {
  isRemote?: unknown;
  resourseApi?: unknown;
  resourseApiType?: unknown;
  required?: unknown;
  label?: string;
  __vModel__?: string;
}

/** Warns of fields whose options can never be loaded, because this server has no route for their call. */
export const checkOptionCalls: FormCheck = async (context, _db, definition) => {
  const matchers = routeMatchers.registeredFor(context);
  if (matchers.length === 0) return [];
  const problemsOf = (node: object, path: Path): Problem[] => {
    const {
      isRemote,
      resourseApi: url,
      resourseApiType: method,
      required,
      label,
      __vModel__: key,
    } = node as RemoteOptions;
    if (isRemote !== '1' || typeof url !== 'string' || url === '') return [];
    const address = `/api${(url.split('?')[0] ?? '').replace(/\$\{[^}]*\}/g, 'x')}`;
    const isKnown = matchers.some((isMatch) => isMatch(String(method || 'get').toUpperCase(), address));
    const detail = required === true ? '此项必填，记录将无法保存' : '将没有选项可选';
    return isKnown ? [] : [warning('DOC_OPTION_CALL', [...path, 'resourseApi'], { label: label || key, url, detail })];
  };
  return [...walkNodes(definition.fields)].flatMap(({ node, path }) => [
    ...problemsOf(node, path),
    ...(isTableNode(node)
      ? node.children.flatMap((column, index) => problemsOf(column, [...path, 'children', index]))
      : []),
  ]);
};
