import { Checkbox, InputNumber } from 'antd';
import { memo, useCallback, type ReactNode } from 'react';
import type { Design } from '../model/design.ts';
import { findNode, withKeys } from '../model/edits.ts';
import { idOf, isField, keyOf, walk, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';
import { useDesignValue, useDesignerContext } from '../designerContext.ts';

/** A column that shows one key of each field in an input. */
export interface KeyColumn {
  key: string;
  title: string;
  help: string;
  /**
   * How the value is stored. `flag`: "1" or "0"; `boolean`: true or false, absent if it is equal to `flagDefault`;
   * `number`: a width in pixels, absent for an empty input.
   */
  kind: 'flag' | 'boolean' | 'number';
  /** The value of fields that do not set the key; default: false. */
  flagDefault?: boolean;
  /** True if the key also applies to columns of sub-tables. */
  appliesToColumns?: boolean;
  /** Returns a text to show instead of the input if the key does not apply to the field; '' if it applies. */
  replacement?(node: RawNode): string;
}

/** A read-only column. */
export interface TextColumn {
  title: string;
  help: string;
  /** Returns the cell for a field. `table`: the sub-table to which the field belongs; null outside of sub-tables. */
  textOf(node: RawNode, table: RawNode | null): ReactNode;
}

interface Props {
  label: string;
  keys: readonly KeyColumn[];
  textColumns?: readonly TextColumn[];
}

const docOf = (design: Design) => design.doc();

/** A table with one row for each field of the form: inputs for some keys of the field, then read-only texts. */
export function FieldTable({ label, keys: keyColumns, textColumns = [] }: Props) {
  const doc = useDesignValue(docOf);
  const rows = [...walk(doc)].filter(({ node }) => isField(node));
  return (
    <div className="ds-field-table">
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">字段</th>
            {keyColumns.map(({ key, title, help }) => (
              <th key={key} scope="col" title={help}>
                {title}
              </th>
            ))}
            {textColumns.map(({ title, help }) => (
              <th key={title} scope="col" title={help}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ node, list, parent }) => (
            <Row
              key={idOf(node)}
              node={node}
              table={list.kind === 'columns' ? (parent?.node ?? null) : null}
              keys={keyColumns}
              textColumns={textColumns}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="ds-note ds-panel-note">表单中还没有字段</p> : null}
    </div>
  );
}

interface RowProps {
  node: RawNode;
  table: RawNode | null;
  keys: readonly KeyColumn[];
  textColumns: readonly TextColumn[];
}

const Row = memo(function Row({ node, table, keys: keyColumns, textColumns }: RowProps) {
  const { design } = useDesignerContext();
  const id = idOf(node);
  const isSelected = useDesignValue(useCallback((design) => design.isSelected(id), [id]));
  const name = typeof node.label === 'string' && node.label !== '' ? node.label : (keyOf(node) ?? node.tag);
  const setValue = (key: string, value: unknown): void =>
    design.edit((doc) => {
      const found = findNode(doc, id);
      return found ? { doc: withKeys(doc, found.path, { [key]: value }), selection: [id] } : null;
    }, `${id}:${key}`);
  return (
    <tr data-field-row={keyOf(node)} aria-current={isSelected ? 'true' : undefined}>
      <th scope="row" data-column={table !== null}>
        <button type="button" className="sc-link" onClick={() => design.select([id])}>
          {name}
        </button>
        <span className="ds-note">{titleOfNode(node)}</span>
      </th>
      {keyColumns.map((column) => (
        <td key={column.key} data-property={column.key}>
          {column.replacement?.(node) ? (
            <span className="ds-note">{column.replacement(node)}</span>
          ) : table === null || column.appliesToColumns === true ? (
            <Cell column={column} value={node[column.key]} label={`${name}：${column.title}`} onChange={setValue} />
          ) : null}
        </td>
      ))}
      {textColumns.map((column) => (
        <td key={column.title}>{column.textOf(node, table)}</td>
      ))}
    </tr>
  );
});

function Cell({
  column: { key, kind, flagDefault = false },
  value,
  label,
  onChange,
}: {
  column: KeyColumn;
  value: unknown;
  label: string;
  onChange(key: string, value: unknown): void;
}) {
  const pixels = /^\d+(?:\.\d+)?(?:px)?$/.test(String(value)) ? Number.parseFloat(String(value)) : null;
  if (kind === 'number')
    return (
      <InputNumber
        size="small"
        aria-label={label}
        min={20}
        max={2000}
        // a width that is no number of pixels, such as 50%, is shown as it is
        placeholder={pixels === null && typeof value === 'string' && value !== '' ? value : '自动'}
        value={pixels}
        onChange={(next) => onChange(key, typeof next === 'number' ? next : undefined)}
      />
    );
  const isOn = value === undefined ? flagDefault : value === true || value === '1';
  return (
    <Checkbox
      aria-label={label}
      checked={isOn}
      onChange={({ target }) =>
        onChange(
          key,
          kind === 'flag' ? (target.checked ? '1' : '0') : target.checked === flagDefault ? undefined : target.checked,
        )
      }
    />
  );
}
