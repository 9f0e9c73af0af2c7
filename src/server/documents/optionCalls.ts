import { isTableNode, walkNodes } from '../../kernel/index.ts';
import { type Path, type Problem, warning } from '../../domain/problem/index.ts';
import { registrationList } from '../registration.ts';
import type { FormCheck } from './extensions.ts';

/** Does this server answer this call? Registered with the routes; without any nothing is judged. */
export const serverCalls = registrationList<(method: string, path: string) => boolean>();

interface Remote {
  isRemote?: unknown;
  resourseApi?: unknown;
  resourseApiType?: unknown;
  required?: unknown;
  label?: string;
  __vModel__?: string;
}

/** Where options come from by a call that this server does not answer: nobody can choose one, and a required field is never filled. */
export const checkOptionCalls: FormCheck = async (context, _db, definition) => {
  const known = serverCalls.of(context);
  if (known.length === 0) return [];
  const judge = (node: object, path: Path): Problem[] => {
    const { isRemote, resourseApi: url, resourseApiType: method, required, label, __vModel__: key } = node as Remote;
    if (isRemote !== '1' || typeof url !== 'string' || url === '') return [];
    const address = `/api${(url.split('?')[0] ?? '').replace(/\$\{[^}]*\}/g, 'x')}`;
    const isKnown = known.some((answers) => answers(String(method || 'get').toUpperCase(), address));
    const detail = required === true ? '此项必填，记录将无法保存' : '将没有选项可选';
    return isKnown ? [] : [warning('DOC_OPTION_CALL', [...path, 'resourseApi'], { label: label || key, url, detail })];
  };
  return [...walkNodes(definition.fields)].flatMap(({ node, path }) => [
    ...judge(node, path),
    ...(isTableNode(node) ? node.children.flatMap((column, index) => judge(column, [...path, 'children', index])) : []),
  ]);
};
