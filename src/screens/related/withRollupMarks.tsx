import type { CompiledForm } from '../../kernel/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Marks } from '../../runtime/node/marks.ts';
import { hasRollupRecords, RollupButton } from './RollupButton.tsx';

/**
 * Returns the marks of a form, and in addition a mark at each roll-up field: a button that lists the records that the
 * field counts or adds up.
 */
export function withRollupMarks(marks: Marks | null, compiled: CompiledForm, record: FormRecord | null): Marks | null {
  const id = record?.id;
  if (!record || !id || ![...compiled.fields.values()].some(({ node }) => node.rollup)) return marks;
  const fieldNode = (key: string): FieldNode | undefined => compiled.fields.get(key)?.node;
  return {
    cell: (table, rowId, column) => marks?.cell(table, rowId, column) ?? null,
    row: (table, rowId) => marks?.row(table, rowId) ?? null,
    field(key) {
      const mark = marks?.field(key) ?? null;
      const node = compiled.fields.get(key)?.node;
      if (!hasRollupRecords(node, record.fieldsMap[key], fieldNode)) return mark;
      return (
        <>
          {mark}
          <RollupButton
            record={{ formKey: compiled.definition.formKey, id, title: record.title }}
            node={node}
            fieldNode={fieldNode}
          />
        </>
      );
    },
  };
}
