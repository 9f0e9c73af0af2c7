import type { AnyNode } from '../grammar/nodes.ts';
import { TAGS } from '../grammar/tags.ts';
import { documents, nodes, type SchemaError } from '../grammar/validators.js';
import { type Path, type Problem, type Result, problem } from '../domain/problem/index.ts';
import { readPattern } from '../safeRegex/index.ts';
import type { FormDefinition } from './form.ts';
import { readDocument } from './json.ts';
import { isFieldNode, isOperationColumn, isTableNode, walkNodes } from './nodes.ts';
import type { Vocabulary } from './registry.ts';

/** Converts a JSON pointer to a path; parts that consist of digits become numbers. */
const pathOfPointer = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace(/~1/g, '/').replace(/~0/g, '~')));

const shapeProblem = (path: Path, detail: string): Problem =>
  problem('DOC_SHAPE', path, { where: path.join('.') || '表单', detail });

const firstError = (errors: readonly SchemaError[] | null | undefined, path: Path): Problem => {
  const [error] = errors ?? [];
  return shapeProblem([...path, ...pathOfPointer(error?.instancePath ?? '')], error?.message ?? '不符合语法');
};

/**
 * Returns the first problem of a node that is not canonical; null if it is canonical. `keys`: the field keys already
 * found in the form or in the sub-table; the key of the node is added.
 */
function nodeProblem(node: AnyNode, path: Path, vocabulary: Vocabulary, keys: Set<string>): Problem | null {
  const validator = Object.hasOwn(nodes, String(node.tag)) ? nodes[node.tag] : undefined;
  const isField = isFieldNode(node);
  if (!validator || (isField && !vocabulary.definition(node.tag)))
    return problem('DOC_UNKNOWN_TAG', path, { tag: String(node.tag) });
  if (!validator(node)) return firstError(validator.errors, path);
  const knownKeys = TAGS[node.tag]?.keys ?? {};
  const unknownKey = Object.keys(node).find((key) => !Object.hasOwn(knownKeys, key));
  if (unknownKey !== undefined) return problem('DOC_UNKNOWN_KEY', path, { tag: node.tag, key: unknownKey });
  if (!isField) return null;
  // the importer writes this permission on every field: without it the field would be locked
  if ((node as { flowEditable?: unknown }).flowEditable === undefined)
    return shapeProblem([...path, 'flowEditable'], '缺少');
  const key = node.__vModel__;
  if (keys.has(key) || key in Object.prototype) return shapeProblem(path, `字段键“${key}”重复或不可用`);
  keys.add(key);
  for (const { pattern } of (node as { regList?: readonly { pattern: string }[] }).regList ?? []) {
    const readResult = readPattern(pattern);
    if (!readResult.ok) return problem('DOC_PATTERN', path, { pattern, detail: readResult.detail });
  }
  return null;
}

/**
 * Reads a form definition that is already in the canonical form, as the product's own server stores and serves it. It
 * is validated against the grammar, not converted; the result is the input object itself.
 *
 * Anything else (another dialect, an unknown tag, a repeated key, an invalid pattern) gives `ok: false` with the first
 * problem found; the importer reads such documents.
 */
export function readCanonicalForm(input: unknown, vocabulary: Vocabulary): Result<FormDefinition> {
  const readResult = readDocument(input);
  if (!readResult.ok) return readResult;
  const refuse = (foundProblem: Problem): Result<FormDefinition> => ({ ok: false, problems: [foundProblem] });
  const validator = documents['form-definition'];
  if (!validator?.(readResult.value)) return refuse(firstError(validator?.errors, []));
  const definition = readResult.value as FormDefinition;
  const keys = new Set<string>();
  for (const { node, path } of walkNodes(definition.fields)) {
    const foundProblem = nodeProblem(node, path, vocabulary, keys);
    if (foundProblem) return refuse(foundProblem);
    if (!isTableNode(node)) continue;
    const columnKeys = new Set<string>();
    for (const [index, column] of ((node.children ?? []) as AnyNode[]).entries()) {
      const columnPath = [...path, 'children', index];
      const columnProblem =
        isFieldNode(column) || isOperationColumn(column)
          ? nodeProblem(column, columnPath, vocabulary, columnKeys)
          : shapeProblem(columnPath, '子表的列中不能有此元素');
      if (columnProblem) return refuse(columnProblem);
    }
  }
  return { ok: true, value: definition, problems: [] };
}
