import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { resolveSchema } from '../../../editor/grammarDocs.ts';
import { isObject } from '../../model/nodes.ts';
import { newPane } from '../../model/newPane.ts';
import { innerProperties, type Property } from '../propertyModel.ts';
import { OrderButtons } from './OrderButtons.tsx';
import type { EditorProps } from './basicEditors.tsx';

type Row = Record<string, unknown>;

/** The component that edits one property of a row; passed in by the panel to avoid a circular import. */
export type RowField = ComponentType<{ property: Property; value: unknown; onChange(value: unknown): void }>;

/** Returns a new row with values for the required keys. `rowCount`: the number of existing rows. */
function newRow(requiredKeys: readonly string[], properties: readonly Property[], rowCount: number): Row {
  const row: Row = {};
  for (const key of requiredKeys) {
    const property = properties.find((candidate) => candidate.key === key);
    if (!property) continue;
    row[key] = property.schema.enum?.[0] ?? (property.editor === 'number' ? 0 : `${property.name}${rowCount + 1}`);
  }
  return row;
}

const withKey = (row: Row, key: string, value: unknown): Row => {
  const { [key]: _before, ...rest } = row;
  return value === undefined ? rest : { ...row, [key]: value };
};

/**
 * Edits a list of objects (buttons, panes, rules), each with editors for its properties. Nodes inside the objects are
 * not changed.
 */
export function RowsEditor({ property, value, onChange, id, Field }: EditorProps & { Field: RowField }) {
  const itemSchema = resolveSchema(property.schema.items ?? {});
  const properties = innerProperties(itemSchema);
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const canHaveChildren = itemSchema.properties?.children !== undefined;
  const setRows = (next: unknown[]): void => onChange(next.length === 0 && !canHaveChildren ? undefined : next);
  const swap = (from: number, to: number): void => {
    const next = [...rows];
    [next[from], next[to]] = [next[to], next[from]];
    setRows(next);
  };
  return (
    <div className="ds-rows">
      {rows.map((row, index) => {
        const object = isObject(row) ? row : {};
        const hasNodes = canHaveChildren && Array.isArray(object.children) && object.children.length > 0;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no unique name
          <div key={index} className="ds-row" data-row={index}>
            <div className="ds-row-head">
              <span>第 {index + 1} 项</span>
              <OrderButtons
                index={index}
                count={rows.length}
                deleteLabel="删除此项"
                undeletableReason={hasNodes ? '其中还有内容，先移走或删除' : undefined}
                onMove={(to) => swap(index, to)}
                onDelete={() => setRows(rows.filter((_item, position) => position !== index))}
              />
            </div>
            {properties.map((itemProperty) => (
              <Field
                key={itemProperty.key}
                property={itemProperty}
                value={object[itemProperty.key]}
                onChange={(next) =>
                  setRows(
                    rows.map((otherRow, position) =>
                      position === index ? withKey(object, itemProperty.key, next) : otherRow,
                    ),
                  )
                }
              />
            ))}
          </div>
        );
      })}
      <Button
        id={id}
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        onClick={() =>
          setRows([
            ...rows,
            canHaveChildren
              ? newPane(rows, itemSchema.properties?.key !== undefined)
              : newRow(itemSchema.required ?? [], properties, rows.length),
          ])
        }
      >
        添加一项
      </Button>
    </div>
  );
}
