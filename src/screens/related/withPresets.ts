import type { FieldNode } from '../../grammar/nodes.ts';
import {
  compileForm,
  isFieldNode,
  valueTypeOf,
  walkNodes,
  type CompiledForm,
  type Vocabulary,
  isTableNode,
} from '../../kernel/index.ts';
import type { Preset } from './presets.ts';

/** Converts the text of a URL parameter to the value type of the field; undefined if invalid. */
function parseValue(node: FieldNode, text: string, vocabulary: Vocabulary): unknown {
  const type = valueTypeOf(node, vocabulary);
  if (type === 'double') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return type === 'list' ? text.split(',').filter(Boolean) : text;
}

/**
 * Returns the form with presets as initial values; a field with a fixed preset becomes read-only. Presets for unknown
 * fields, computed fields and sub-tables are ignored, as are invalid values. The server validates the record on saving.
 */
export function withPresets(
  form: CompiledForm,
  presets: ReadonlyMap<string, Preset>,
  vocabulary: Vocabulary,
): CompiledForm {
  const applicablePresets = [...presets].filter(([key]) => {
    const field = form.fields.get(key);
    return field !== undefined && field.compute === null && !isTableNode(field.node);
  });
  if (applicablePresets.length === 0) return form;
  const definition = structuredClone(form.definition);
  for (const { node } of walkNodes(definition.fields)) {
    const preset = isFieldNode(node) ? presets.get(node.__vModel__) : undefined;
    if (!preset || !isFieldNode(node) || !applicablePresets.some(([key]) => key === node.__vModel__)) continue;
    const value = parseValue(node, preset.value, vocabulary);
    if (value === undefined) continue;
    Object.assign(node, { defaultValue: value, ...(preset.isFixed ? { readonly: true } : {}) });
  }
  return compileForm(definition, vocabulary);
}
