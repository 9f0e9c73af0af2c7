import type { AnyNode } from '../grammar/nodes.ts';
import { DATE_COLUMNS, QUERY_COLUMNS, ROW_NAMES, SYSTEM_COLUMNS } from '../rules/listNames.ts';
import { type ErrorCode, type Path, type Problem, problem, warning } from '../domain/problem/index.ts';
import {
  type FieldContent,
  type FormDefinition,
  type Vocabulary,
  holdsContent,
  isFieldNode,
  isTableNode,
  walkNodes,
} from '../kernel/index.ts';
import { fieldsOf } from '../relations/index.ts';
import { collectNodeReferences, type PathOf, type ReferenceFilter } from './collectNodeReferences.ts';
import { NO_NAME_CONTEXT } from './namesRead.ts';
import { allowedPlaceholders, isKnownPlaceholder, screenNamesIn, type ScreenName } from './screenPlaceholders.ts';

/**
 * How a document uses a field name (values of `x-refers`): shows or offers the field (`shown`), queries it in a list
 * (`asked`), reads it in a condition (`read`), or prints it (`printed`).
 */
type Use = 'shown' | 'asked' | 'read' | 'printed';

/** A name that refers to something outside of its document, with its path in the document. */
export type ExternalName =
  | { kind: 'dictionary' | 'form' | 'action'; name: string; path: Path }
  | { kind: 'button'; name: string; path: Path; formKey: string }
  | { kind: 'field'; name: string; path: Path; formKey: string; use: Use; content?: FieldContent }
  | ScreenName;

/** Finds out which names exist. Each function returns undefined if it does not know. */
export interface KnownNames {
  /** Returns the keys of the fields of a published form, outside of its tables; null: there is no such form. */
  fieldsOf(formKey: string): ReadonlySet<string> | null | undefined;
  /** Returns true if a field of a published form holds values of the kind `content` (`fieldHolds`). */
  holds(formKey: string, field: string, content: FieldContent): boolean | undefined;
  hasDictionary(code: string): boolean | undefined;
  hasAction(name: string): boolean | undefined;
  /** Returns the keys of the buttons of a published form; null: there is no such form. */
  buttonsOf(formKey: string): ReadonlySet<string> | null | undefined;
}

/**
 * How an unknown field name is reported: as a warning if the list or the print only leaves the field out, as an error
 * if the list fails or the condition never holds. `alsoValid`: names that are valid in addition to the form's fields.
 */
const REPORTS_BY_USE: Readonly<Record<Use, { alsoValid: readonly string[]; report: typeof problem; code: ErrorCode }>> =
  {
    shown: { alsoValid: SYSTEM_COLUMNS, report: warning, code: 'DOC_REFERENCE' },
    asked: { alsoValid: QUERY_COLUMNS, report: problem, code: 'DOC_REFERENCE' },
    read: { alsoValid: ROW_NAMES, report: problem, code: 'DOC_EXPRESSION_NAME' },
    printed: { alsoValid: [], report: warning, code: 'DOC_REFERENCE' },
  };

/**
 * Returns true for a reference whose name is checked here. Of a field node only the dictionary is checked here: its
 * references to other forms are checked together with those forms. Of the field names that a block reads, only those in
 * CEL expressions are checked here. `screenNamesIn` returns the names in the placeholders of a screen.
 */
const isCheckedHere: ReferenceFilter = ({ kind, use }, { to }, node) =>
  kind === 'dictionary' || (!isFieldNode(node as AnyNode) && (kind !== 'field' || use !== 'read' || to === 'cel'));

/** Returns every name in a document that can only be checked with knowledge of other documents. */
export function externalNamesIn(roots: readonly AnyNode[], pathOf: PathOf): ExternalName[] {
  return collectNodeReferences(roots, NO_NAME_CONTEXT, pathOf, isCheckedHere).flatMap(
    ({ kind, names, owner, use, path, content }): ExternalName[] => {
      const [name = ''] = names;
      if (kind === 'dictionary' || kind === 'form' || kind === 'action') return [{ kind, name, path }];
      if (kind === 'button') return [{ kind, name, path, formKey: owner }];
      if (kind !== 'field' || !isUse(use)) return [];
      return [
        {
          kind,
          use,
          path,
          formKey: owner,
          name: use === 'read' ? name : names.join('.'),
          ...(content ? { content } : {}),
        },
      ];
    },
  );
}

/**
 * Returns every name in a screen, also in placeholders and conditions, that can only be checked with knowledge of other
 * documents.
 */
export const externalNamesInScreen = (root: AnyNode, pathOf: PathOf): ExternalName[] => [
  ...externalNamesIn([root], pathOf),
  ...screenNamesIn([root], pathOf),
];

const isUse = (use: string): use is Use => Object.hasOwn(REPORTS_BY_USE, use);

/**
 * Returns the part of the name that is checked here. A list follows relations (`contract.customer`), so only the
 * relation in the form itself is checked.
 */
const firstPart = (name: string, use: Use): string =>
  use === 'shown' || use === 'asked' ? (name.split('.')[0] ?? name) : name;

/** Returns true if the form has the field; a condition may also read the display text `<key>Label`. */
const isKnownTo = (fields: ReadonlySet<string>, { name, use }: { name: string; use: Use }): boolean =>
  fields.has(firstPart(name, use)) ||
  REPORTS_BY_USE[use].alsoValid.includes(name) ||
  (use === 'read' && name.endsWith('Label') && fields.has(name.slice(0, -'Label'.length)));

/**
 * Returns true if a field or system column of a form holds values of the kind `content`. Of the system columns, only
 * the times of a record hold dates.
 */
export function fieldHolds(
  definition: FormDefinition,
  name: string,
  content: FieldContent,
  vocabulary: Vocabulary,
): boolean {
  const field = fieldsOf(definition).get(name);
  return field ? holdsContent(field, content, vocabulary) : content === 'date' && DATE_COLUMNS.includes(name);
}

const WRONG_CONTENT: Readonly<Record<FieldContent, string>> = {
  date: '不是日期字段',
  area: '不是地区字段：应为单选的省市级联、选项，或填写区划代码、地址的文本',
  number: '不是数字字段',
};

/**
 * Reports names that do not exist, fields that do not hold what the document needs, and conditions of lists that have
 * no effect.
 */
export function checkExternalNames(
  externalNames: readonly ExternalName[],
  { fieldsOf, holds, hasDictionary, hasAction, buttonsOf }: KnownNames,
): Problem[] {
  return externalNames.flatMap((externalName): Problem[] => {
    const { kind, name, path } = externalName;
    switch (kind) {
      case 'dictionary':
        return hasDictionary(name) === false ? [warning('DOC_REFERENCE', path, { kind: '字典', name })] : [];
      case 'form':
        return fieldsOf(name) === null ? [problem('DOC_REFERENCE', path, { kind: '已发布表单', name })] : [];
      case 'action':
        return hasAction(name) === false ? [warning('DOC_EVENT', path, { event: name })] : [];
      case 'button':
        return buttonsOf(externalName.formKey)?.has(name) === false
          ? [problem('DOC_REFERENCE', path, { kind: '按钮', name })]
          : [];
      case 'field': {
        const fields = fieldsOf(externalName.formKey);
        const { report, code } = REPORTS_BY_USE[externalName.use];
        if (fields && !isKnownTo(fields, externalName)) return [report(code, path, { kind: '字段', name })];
        return fields && externalName.content && holds(externalName.formKey, name, externalName.content) === false
          ? [problem('DOC_LIST_VIEW', path, { detail: `字段“${name}”${WRONG_CONTENT[externalName.content]}` })]
          : [];
      }
      case 'period': {
        const fields = fieldsOf(externalName.formKey);
        // does not check a path that leads to a field of another form, nor a missing field, which the case `field`
        // reports
        const isOfThisForm = fields?.has(name) || QUERY_COLUMNS.some((column) => column === name);
        return isOfThisForm && holds(externalName.formKey, name, 'date') === false
          ? [problem('DOC_PERIOD', path, { detail: `“${name}”不是日期字段，不能用“${externalName.period}”` })]
          : [];
      }
      case 'blank':
        return [
          warning('DOC_LIST_VIEW', path, {
            detail: `固定条件“${name}”没有写值，不会按它筛选；要列出未填写的，请写 \${empty}`,
          }),
        ];
      case 'initialText':
        return holds(externalName.formKey, name, 'date')
          ? [
              warning('DOC_PERIOD', path, {
                detail: `“${externalName.text}”不是时间段，打开列表时不会按它筛选；可用 thisMonth、last:30d 等`,
              }),
            ]
          : [];
      case 'placeholder':
        return isKnownPlaceholder(externalName, externalName.formKey ? fieldsOf(externalName.formKey) : null)
          ? []
          : [problem('DOC_PLACEHOLDER', path, { name, allowed: allowedPlaceholders(externalName) })];
    }
  });
}

/** Returns the names of one kind, each once. */
export const namesOfKind = (externalNames: readonly ExternalName[], kind: ExternalName['kind']): string[] => [
  ...new Set(externalNames.filter((externalName) => externalName.kind === kind).map(({ name }) => name)),
];

/** Returns the keys of the buttons of a form. */
export const buttonKeys = ({ actions = [] }: FormDefinition): ReadonlySet<string> =>
  new Set(actions.map(({ key }) => key));

/** Returns the keys of the fields of a form outside of its tables. */
export const fieldKeys = (roots: readonly AnyNode[]): ReadonlySet<string> =>
  new Set(
    [...walkNodes(roots)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .filter((node) => !isTableNode(node))
      .map(({ __vModel__: key }) => key),
  );
