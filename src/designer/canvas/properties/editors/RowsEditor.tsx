import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { resolved } from '../../../editor/grammarDocs.ts';
import { isObject } from '../../model/nodes.ts';
import { newPane } from '../../model/panes.ts';
import { innerProperties, type Property } from '../propertyModel.ts';
import { OrderButtons } from './OrderButtons.tsx';
import type { EditorProps } from './simple.tsx';

type Row = Record<string, unknown>;

/** One key of a row with its editor; given by the panel, so that rows may hold whatever the panel can edit. */
export type RowField = ComponentType<{ property: Property; value: unknown; onChange(value: unknown): void }>;

/** What a new row begins with: what its grammar wants of it. */
function newRow(required: readonly string[], properties: readonly Property[], count: number): Row {
  const row: Row = {};
  for (const key of required) {
    const property = properties.find((one) => one.key === key);
    if (!property) continue;
    row[key] = property.schema.enum?.[0] ?? (property.editor === 'number' ? 0 : `${property.name}${count + 1}`);
  }
  return row;
}

const withKey = (row: Row, key: string, value: unknown): Row => {
  const { [key]: _before, ...rest } = row;
  return value === undefined ? rest : { ...row, [key]: value };
};

/** A list of things with keys of their own (buttons, panes, rules): each is a small panel. Nodes in them stay where they are. */
export function RowsEditor({ property, value, onChange, id, Field }: EditorProps & { Field: RowField }) {
  const items = resolved(property.schema.items ?? {});
  const properties = innerProperties(items);
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const hasChildren = items.properties?.children !== undefined;
  const set = (next: unknown[]): void => onChange(next.length === 0 && !hasChildren ? undefined : next);
  const swap = (from: number, to: number): void => {
    const next = [...rows];
    [next[from], next[to]] = [next[to], next[from]];
    set(next);
  };
  return (
    <div className="ds-rows">
      {rows.map((row, index) => {
        const own = isObject(row) ? row : {};
        const isFull = hasChildren && Array.isArray(own.children) && own.children.length > 0;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own
          <div key={index} className="ds-row" data-row={index}>
            <div className="ds-row-head">
              <span>第 {index + 1} 项</span>
              <OrderButtons
                index={index}
                count={rows.length}
                deleteLabel="删除此项"
                keptBecause={isFull ? '其中还有内容，先移走或删除' : undefined}
                onMove={(to) => swap(index, to)}
                onDelete={() => set(rows.filter((_one, at) => at !== index))}
              />
            </div>
            {properties.map((one) => (
              <Field
                key={one.key}
                property={one}
                value={own[one.key]}
                onChange={(next) => set(rows.map((other, at) => (at === index ? withKey(own, one.key, next) : other)))}
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
          set([
            ...rows,
            hasChildren
              ? newPane(rows, items.properties?.key !== undefined)
              : newRow(items.required ?? [], properties, rows.length),
          ])
        }
      >
        添加一项
      </Button>
    </div>
  );
}
