import type { AnyNode } from '../grammar/nodes.ts';
import { TAGS } from '../grammar/tags.ts';
import { documents, nodes, type SchemaError } from '../grammar/validators.js';
import { type Path, type Problem, type Result, problem } from '../domain/problem/index.ts';
import { readPattern } from '../safeRegex/index.ts';
import type { FormDefinition } from './form.ts';
import { readDocument } from './json.ts';
import { isFieldNode, isTableNode, walkNodes } from './nodes.ts';
import type { Vocabulary } from './registry.ts';

const segments = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace(/~1/g, '/').replace(/~0/g, '~')));

const shapeProblem = (path: Path, detail: string): Problem =>
  problem('DOC_SHAPE', path, { where: path.join('.') || '表单', detail });

const firstError = (errors: readonly SchemaError[] | null | undefined, path: Path): Problem => {
  const [error] = errors ?? [];
  return shapeProblem([...path, ...segments(error?.instancePath ?? '')], error?.message ?? '不符合语法');
};

/** Why one node is not canonical, or null. `keys`: the field keys seen in its scope so far, to which its own is added. */
function nodeProblem(node: AnyNode, path: Path, vocabulary: Vocabulary, keys: Set<string>): Problem | null {
  const validator = Object.hasOwn(nodes, String(node.tag)) ? nodes[node.tag] : undefined;
  const isField = isFieldNode(node);
  if (!validator || (isField && !vocabulary.definition(node.tag)))
    return problem('DOC_UNKNOWN_TAG', path, { tag: String(node.tag) });
  if (!validator(node)) return firstError(validator.errors, path);
  const known = TAGS[node.tag]?.keys ?? {};
  const strange = Object.keys(node).find((key) => !Object.hasOwn(known, key));
  if (strange !== undefined) return problem('DOC_UNKNOWN_KEY', path, { tag: node.tag, key: strange });
  if (!isField) return null;
  // the importer writes this permission on every field: an absent one would lock the field
  if ((node as { flowEditable?: unknown }).flowEditable === undefined)
    return shapeProblem([...path, 'flowEditable'], '缺少');
  const key = node.__vModel__;
  if (keys.has(key) || key in Object.prototype) return shapeProblem(path, `字段键“${key}”重复或不可用`);
  keys.add(key);
  for (const { pattern } of (node as { regList?: readonly { pattern: string }[] }).regList ?? []) {
    const read = readPattern(pattern);
    if (!read.ok) return problem('DOC_PATTERN', path, { pattern, detail: read.detail });
  }
  return null;
}

/**
 * Reads a form definition that is in the canonical form already, as the product's own server stores and serves it:
 * validated against the grammar, not converted. The answer is the given object itself.
 *
 * `ok: false` with the first problem found for anything else (another dialect, an unknown tag, a repeated key, a pattern
 * that cannot run): the importer reads those.
 */
export function readCanonicalForm(input: unknown, vocabulary: Vocabulary): Result<FormDefinition> {
  const read = readDocument(input);
  if (!read.ok) return read;
  const refused = (one: Problem): Result<FormDefinition> => ({ ok: false, problems: [one] });
  const validator = documents['form-definition'];
  if (!validator?.(read.value)) return refused(firstError(validator?.errors, []));
  const definition = read.value as FormDefinition;
  const keys = new Set<string>();
  for (const { node, path } of walkNodes(definition.fields)) {
    const found = nodeProblem(node, path, vocabulary, keys);
    if (found) return refused(found);
    if (!isTableNode(node)) continue;
    const columns = new Set<string>();
    for (const [index, column] of ((node.children ?? []) as AnyNode[]).entries()) {
      const at = [...path, 'children', index];
      const wrong =
        isFieldNode(column) || column.tag === 'opColumn'
          ? nodeProblem(column, at, vocabulary, columns)
          : shapeProblem(at, '子表的列中不能有此元素');
      if (wrong) return refused(wrong);
    }
  }
  return { ok: true, value: definition, problems: [] };
}
