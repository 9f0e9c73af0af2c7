import { useContext, useMemo } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import { RowContext, useOptionalForm } from '../../runtime/contexts.ts';
import type { RelationContext } from '../../runtime/services/relations.ts';

/**
 * Returns a function that returns the context in which the server finds the selectable records of this relation: form,
 * sub-table and current values. Null outside of a form: then every readable record can be selected.
 */
export function useRelationContext(node: RecordSelectorNode): () => RelationContext | null {
  const form = useOptionalForm();
  const row = useContext(RowContext);
  return useMemo(
    () => () => {
      const formKey = form?.compiled.definition.formKey;
      if (!form || !formKey) return null;
      const fieldNode = node as FieldNode;
      const table = [...form.compiled.tables.values()].find(({ columns }) =>
        columns.some((column) => column.node === fieldNode),
      );
      const isField = form.compiled.fields.get(node.__vModel__)?.node === fieldNode;
      if (!table && !isField) return null;
      const version = form.record?.version;
      const tables = new Set(form.compiled.tables.keys());
      // conditions read only single values, so rows of sub-tables are not sent
      const values = Object.fromEntries(Object.entries(form.values).filter(([key]) => !tables.has(key)));
      return {
        formKey,
        field: node.__vModel__,
        ...(version === undefined ? {} : { version }),
        ...(table ? { table: table.key, row: row ?? {} } : {}),
        values,
      };
    },
    [form, row, node],
  );
}
