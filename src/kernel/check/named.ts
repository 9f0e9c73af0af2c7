import type { AnyNode } from '../../grammar/nodes.ts';
import { ASKED_COLUMNS, ROW_NAMES, SYSTEM_COLUMNS } from '../../rules/listNames.ts';
import { type ErrorCode, type Path, type Problem, problem, warning } from '../../domain/problem/index.ts';
import { isFieldNode, walkNodes, isTableNode } from '../nodes.ts';
import { collectNodes, type PickMention } from '../references/collectNodes.ts';
import { AROUND_NOTHING } from '../references/readsOfText.ts';
import type { PlaceOf } from './references.ts';

/** What becomes of a field's name: shown or offered, put into the question that a list asks, read by a condition, printed. */
type Use = 'shown' | 'asked' | 'read' | 'printed';

/** A name of something that stands outside of its document, and where the document says it. */
export type Named =
  | { kind: 'dictionary' | 'form' | 'action'; name: string; path: Path }
  | { kind: 'field'; name: string; path: Path; formKey: string; use: Use };

/** What there is outside. `undefined`: not known. */
export interface Outside {
  /** Keys of a published form's fields outside of its tables; null: there is no such form. */
  fieldsOf(formKey: string): ReadonlySet<string> | null | undefined;
  hasDictionary(code: string): boolean | undefined;
  hasAction(name: string): boolean | undefined;
}

/** What a list leaves out and goes on is warned of; what it fails on, or what never holds, is an error. */
const USES: Readonly<Record<Use, { beside: readonly string[]; report: typeof problem; code: ErrorCode }>> = {
  shown: { beside: SYSTEM_COLUMNS, report: warning, code: 'DOC_REFERENCE' },
  asked: { beside: ASKED_COLUMNS, report: problem, code: 'DOC_REFERENCE' },
  read: { beside: ROW_NAMES, report: problem, code: 'DOC_EXPRESSION_NAME' },
  printed: { beside: [], report: warning, code: 'DOC_REFERENCE' },
};

/** Of a field only its dictionary is judged here: what it names of other forms is judged together with them. */
const isJudged: PickMention = ({ kind, use }, { to }, node) =>
  kind === 'dictionary' || (!isFieldNode(node as AnyNode) && (kind !== 'field' || use !== 'read' || to === 'cel'));

/** Everything a document names that only who knows the other documents can judge. */
export function namedIn(roots: readonly AnyNode[], placeOf: PlaceOf): Named[] {
  return collectNodes(roots, AROUND_NOTHING, placeOf, isJudged).flatMap(
    ({ kind, names, owner, use, path }): Named[] => {
      const [name = ''] = names;
      if (kind === 'dictionary' || kind === 'form' || kind === 'action') return [{ kind, name, path }];
      if (kind !== 'field' || !isUse(use)) return [];
      return [{ kind, use, path, formKey: owner, name: use === 'read' ? name : names.join('.') }];
    },
  );
}

const isUse = (use: string): use is Use => Object.hasOwn(USES, use);

/** A list follows relations (`contract.customer`): of such a path the relation of its own form is judged here. */
const ownPart = (name: string, use: Use): string =>
  use === 'shown' || use === 'asked' ? (name.split('.')[0] ?? name) : name;

/** A field's text stands beside its value. */
const isKnownTo = (fields: ReadonlySet<string>, { name, use }: { name: string; use: Use }): boolean =>
  fields.has(ownPart(name, use)) ||
  USES[use].beside.includes(name) ||
  (use === 'read' && name.endsWith('Label') && fields.has(name.slice(0, -'Label'.length)));

/** What is named and is not there. */
export function checkNamed(named: readonly Named[], { fieldsOf, hasDictionary, hasAction }: Outside): Problem[] {
  return named.flatMap((one): Problem[] => {
    const { kind, name, path } = one;
    switch (kind) {
      case 'dictionary':
        return hasDictionary(name) === false ? [warning('DOC_REFERENCE', path, { kind: '字典', name })] : [];
      case 'form':
        return fieldsOf(name) === null ? [problem('DOC_REFERENCE', path, { kind: '已发布表单', name })] : [];
      case 'action':
        return hasAction(name) === false ? [warning('DOC_EVENT', path, { event: name })] : [];
      case 'field': {
        const fields = fieldsOf(one.formKey);
        const { report, code } = USES[one.use];
        return !fields || isKnownTo(fields, one) ? [] : [report(code, path, { kind: '字段', name })];
      }
    }
  });
}

/** Names of one kind, each once. */
export const namesOf = (named: readonly Named[], kind: Named['kind']): string[] => [
  ...new Set(named.filter((one) => one.kind === kind).map(({ name }) => name)),
];

/** The fields of a form that records keep outside of tables. */
export const fieldKeys = (roots: readonly AnyNode[]): ReadonlySet<string> =>
  new Set(
    [...walkNodes(roots)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .filter((node) => !isTableNode(node))
      .map(({ __vModel__: key }) => key),
  );
