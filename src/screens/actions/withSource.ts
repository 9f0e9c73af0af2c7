import { compileForm, isFieldNode, walkNodes, type CompiledForm, type Vocabulary } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Prefill } from '../../runtime/services/actions.ts';

/** A placeholder in a value that somebody typed is a text like any other. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('${', '$ {') : value);

type Row = FormRecord['childTables'][string][number];

const plainRow = ({ id, fieldsMap }: Row): Row => ({
  id,
  fieldsMap: Object.fromEntries(Object.entries(fieldsMap).map(([key, value]) => [key, plain(value)])),
});

/** The form with what comes from another record as initial values; the relation to it is shown and cannot be changed. */
export function withSource(
  form: CompiledForm,
  { relation, values, rows }: Prefill,
  vocabulary: Vocabulary,
): CompiledForm {
  const definition = structuredClone(form.definition);
  for (const { node } of walkNodes(definition.fields)) {
    if (!isFieldNode(node)) continue;
    const key = node.__vModel__;
    const table = rows?.[key];
    if (table) Object.assign(node, { defaultTbData: table.map(plainRow) });
    else if (Object.hasOwn(values, key) && values[key] !== null)
      Object.assign(node, { defaultValue: plain(values[key]) });
    if (key === relation) Object.assign(node, { readonly: true });
  }
  return compileForm(definition, vocabulary);
}
