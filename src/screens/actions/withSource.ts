import { compileForm, isFieldNode, walkNodes, type CompiledForm, type Vocabulary } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Prefill } from '../../runtime/services/actions.ts';

/** Escapes `${` in typed texts, so that they are not read as placeholders. */
const escapePlaceholders = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('${', '$ {') : value;

type Row = FormRecord['childTables'][string][number];

/** Returns the row with escaped texts. */
const escapeRow = ({ id, fieldsMap }: Row): Row => ({
  id,
  fieldsMap: Object.fromEntries(Object.entries(fieldsMap).map(([key, value]) => [key, escapePlaceholders(value)])),
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
