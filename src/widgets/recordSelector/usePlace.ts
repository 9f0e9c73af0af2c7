import { useContext, useMemo } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import { RowContext, useOptionalForm } from '../../runtime/contexts.ts';
import type { RelationPlace } from '../../runtime/services/relations.ts';

/**
 * Where this relation stands, asked when records are looked for: the form, the sub-table, and the values as they are then.
 * Null outside of a form: then every record that may be read is offered.
 */
export function useRelationPlace(node: RecordSelectorNode): () => RelationPlace | null {
  const form = useOptionalForm();
  const row = useContext(RowContext);
  return useMemo(
    () => () => {
      const formKey = form?.compiled.definition.formKey;
      if (!form || !formKey) return null;
      const own = node as FieldNode;
      const table = [...form.compiled.tables.values()].find(({ columns }) =>
        columns.some((column) => column.node === own),
      );
      const isField = form.compiled.fields.get(node.__vModel__)?.node === own;
      if (!table && !isField) return null;
      const version = form.record?.version;
      const tables = new Set(form.compiled.tables.keys());
      // conditions read single values: rows need not travel
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
