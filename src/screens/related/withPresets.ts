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

/** What an address says as the field stores it. */
function storedValue(node: FieldNode, text: string, vocabulary: Vocabulary): unknown {
  const type = valueTypeOf(node, vocabulary);
  if (type === 'double') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return type === 'list' ? text.split(',').filter(Boolean) : text;
}

/**
 * The form with the values that an address gives as initial values; those that are fixed are shown as texts. Names that are
 * no field, and fields that the system computes, are left alone. The server judges what is saved as ever.
 */
export function withPresets(
  form: CompiledForm,
  presets: ReadonlyMap<string, Preset>,
  vocabulary: Vocabulary,
): CompiledForm {
  const known = [...presets].filter(([key]) => {
    const field = form.fields.get(key);
    return field !== undefined && field.compute === null && !isTableNode(field.node);
  });
  if (known.length === 0) return form;
  const definition = structuredClone(form.definition);
  for (const { node } of walkNodes(definition.fields)) {
    const preset = isFieldNode(node) ? presets.get(node.__vModel__) : undefined;
    if (!preset || !isFieldNode(node) || !known.some(([key]) => key === node.__vModel__)) continue;
    const value = storedValue(node, preset.value, vocabulary);
    if (value === undefined) continue;
    Object.assign(node, { defaultValue: value, ...(preset.isFixed ? { readonly: true } : {}) });
  }
  return compileForm(definition, vocabulary);
}
