import { compileForm, isFieldNode, walkNodes, type CompiledForm, type Vocabulary } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Prefill } from '../../runtime/services/actions.ts';

/** A placeholder whose name cannot be the key of a field, so that it is filled with ''. */
const EMPTY_PLACEHOLDER = '${:}';

/**
 * Escapes `${` in the texts of a value, at any depth, so that they are not read as placeholders: filling the
 * placeholders of the result gives the value again.
 */
function escapePlaceholders(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => `$${EMPTY_PLACEHOLDER}{`);
  if (Array.isArray(value)) return value.map(escapePlaceholders);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escapePlaceholders(item)]));
}

type Row = FormRecord['childTables'][string][number];

/** Returns the row with escaped texts. */
const escapeRow = ({ id, fieldsMap }: Row): Row => ({
  id,
  fieldsMap: escapePlaceholders(fieldsMap) as Row['fieldsMap'],
});

/** Returns the form with initial values from a source record; the relation to the source record is read-only. */
export function withSource(
  form: CompiledForm,
  { relation, values, rows }: Prefill,
  vocabulary: Vocabulary,
): CompiledForm {
  const definition = structuredClone(form.definition);
  for (const { node } of walkNodes(definition.fields)) {
    if (!isFieldNode(node)) continue;
    const key = node.__vModel__;
    const defaultRows = rows?.[key];
    if (defaultRows) Object.assign(node, { defaultTbData: defaultRows.map(escapeRow) });
    else if (Object.hasOwn(values, key) && values[key] !== null)
      Object.assign(node, { defaultValue: escapePlaceholders(values[key]) });
    if (key === relation) Object.assign(node, { readonly: true });
  }
  return compileForm(definition, vocabulary);
}
