import type { FormRecord } from '../../grammar/documents.ts';
import { isTable, type CompiledField, type CompiledForm, type Vocabulary } from '../../kernel/index.ts';
import type { DocPart } from '../archive/index.ts';
import { labelOf, shownColumns, textOf } from '../records/index.ts';

const isShown = ({ node }: CompiledField): boolean => node.flowVisible !== '0' && node.isHideField !== '1';

/**
 * Returns a record as the parts of a text document: headings, pairs of label and value, and its sub-tables as tables.
 */
export function recordDocParts(form: CompiledForm, record: FormRecord, vocabulary: Vocabulary): DocPart[] {
  const parts: DocPart[] = [];
  let pairs: [string, string][] = [];
  const addPairs = (): void => {
    if (pairs.length > 0) parts.push({ kind: 'pairs', pairs });
    pairs = [];
  };
  const addField = (field: CompiledField): void => {
    if (!isShown(field)) return;
    const table = isTable(field) ? form.tables.get(field.key) : undefined;
    if (!table) {
      pairs.push([labelOf(field), textOf(field, record.fieldsMap)]);
      return;
    }
    addPairs();
    const columns = shownColumns(table.columns);
    const rows = (record.childTables[field.key] ?? []).map((row) =>
      columns.map((column) => textOf(column, row.fieldsMap)),
    );
    parts.push({ kind: 'heading', text: labelOf(field) }, { kind: 'table', columns: columns.map(labelOf), rows });
  };
  for (const node of form.definition.fields) {
    const key = '__vModel__' in node ? String(node.__vModel__) : '';
    const title = vocabulary.definition(node.tag)?.title?.(node as never);
    if (title !== undefined) {
      addPairs();
      parts.push({ kind: 'heading', text: title });
      continue;
    }
    const field = form.fields.get(key);
    if (field) addField(field);
  }
  addPairs();
  return parts;
}
