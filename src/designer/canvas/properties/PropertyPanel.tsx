import { Collapse, Input } from 'antd';
import { memo, useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { formTypesOf, type CompiledForm } from '../../../kernel/index.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { fieldsOf } from '../../flow/panel/design.ts';
import { nameOfNode } from '../model/designActions.ts';
import type { Design } from '../model/design.ts';
import { findNode, withKeys } from '../model/edits.ts';
import { fieldChoices, proposeKey, usedKeys } from '../model/fieldKeys.ts';
import { renameKey } from '../model/renameKey.ts';
import { idOf, isField, keyOf, type CanvasDoc, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';
import { useDesignValue, useDesignerContext } from '../designerContext.ts';
import { PanelProvider, type Panel } from './panelContext.tsx';
import { PropertyField } from './PropertyField.tsx';
import {
  formProperties,
  isOnlyForColumns,
  hasEffectOnColumns,
  propertiesOf,
  PROPERTY_GROUPS,
  type Property,
} from './propertyModel.ts';
import { useDebouncedName } from './useDebouncedName.ts';

const docOf = (design: Design) => design.doc();
const selectionOf = (design: Design) => design.selection();

/** The property groups that are expanded at first. */
const EXPANDED_GROUPS = ['basic', 'data', 'column', 'check'];

/**
 * The properties of the selected node, by the grammar of its tag; the settings of the form while no node is selected.
 */
export const PropertyPanel = ({ compiled }: { compiled: CompiledForm | null }) => (
  <SelectionPanel compiled={compiled} fallback={<FormPanel compiled={compiled} />} />
);

/** The names that conditions may use in a document other than a form. */
export type NamesInConditions = Pick<Panel, 'fieldInfos' | 'types'>;

interface SelectionProps {
  compiled: CompiledForm | null;
  /** The names that conditions may use; absent for a form. */
  conditions?: NamesInConditions | undefined;
  fallback: ReactNode;
}

/** The properties of the selected node. `fallback`: shown while no node is selected. */
export const SelectionPanel = memo(function SelectionPanel({ compiled, conditions, fallback }: SelectionProps) {
  const doc = useDesignValue(docOf);
  const selection = useDesignValue(selectionOf);
  const found = useMemo(
    () => (selection.length === 1 ? findNode(doc, selection[0] as number) : null),
    [doc, selection],
  );
  if (selection.length > 1)
    return (
      <PanelFrame title={`已选择 ${selection.length} 个元素`}>
        <p className="ds-note ds-panel-note">可一起拖动、复制、删除；按 Esc 选择所在的容器。</p>
      </PanelFrame>
    );
  return found ? (
    <NodePanel
      key={idOf(found.node)}
      doc={doc}
      node={found.node}
      table={found.list.kind === 'columns' ? found.parent : null}
      compiled={compiled}
      conditions={conditions}
    />
  ) : (
    fallback
  );
});

/** The panel with a title and a note in its header. */
export function PanelFrame({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="ds-properties" aria-label="属性" data-designer="properties">
      <header>
        <strong>{title}</strong>
        {note === undefined ? null : <span className="ds-note">{note}</span>}
      </header>
      <div className="ds-properties-body">{children}</div>
    </section>
  );
}

/** Sets the label of a node. An unpublished field key that was generated from the old label is generated again. */
function withLabel(
  doc: CanvasDoc,
  id: number,
  label: unknown,
  designing: ReturnType<typeof useDesignerContext>,
): CanvasDoc {
  const found = findNode(doc, id);
  if (!found) return doc;
  const { node } = found;
  const labelledDoc = withKeys(doc, found.path, { label });
  const key = keyOf(node);
  if (key === undefined || !isField(node) || designing.isPublished(key) || typeof label !== 'string' || label === '')
    return labelledDoc;
  const otherKeys = usedKeys(doc);
  otherKeys.delete(key);
  const before = typeof node.label === 'string' ? node.label : '';
  const isGenerated = proposeKey(before, new Set(otherKeys), designing.syllables()) === key || /^field\d*$/.test(key);
  return isGenerated
    ? renameKey(labelledDoc, found.path, proposeKey(label, otherKeys, designing.syllables()))
    : labelledDoc;
}

interface NodePanelProps {
  doc: CanvasDoc;
  node: RawNode;
  /** The sub-table that holds the node; null if the node is not a column. */
  table: RawNode | null;
  compiled: CompiledForm | null;
  /** The names that conditions may use; absent for a form. */
  conditions?: NamesInConditions | undefined;
}

const NO_NAMES_IN_CONDITIONS: NamesInConditions = { fieldInfos: [], types: null };

/** Returns the panel context for the property editors of a node; without a node for the settings of the document. */
export function usePanelOf({
  doc,
  node,
  table,
  compiled,
  conditions = NO_NAMES_IN_CONDITIONS,
}: Omit<NodePanelProps, 'node'> & { node: RawNode | null }): Panel {
  const { design } = useDesignerContext();
  const registry = useRegistry();
  const types = useMemo(() => {
    if (!compiled) return conditions.types;
    const allTypes = formTypesOf(compiled.definition.fields, registry);
    const tableKey = table ? keyOf(table) : undefined;
    return (tableKey === undefined ? undefined : allTypes.tables.get(tableKey)) ?? allTypes.form;
  }, [compiled, conditions, registry, table]);
  const infos = useMemo(() => {
    if (!compiled) return conditions.fieldInfos;
    const allFields = fieldsOf(compiled);
    const tableKey = table ? keyOf(table) : undefined;
    const columns = tableKey === undefined ? [] : [...(compiled.tables.get(tableKey)?.columns ?? [])];
    return [
      ...columns.map((column) => ({
        key: column.key,
        label: `本行的${column.node.label ?? column.key}`,
        tag: column.node.tag,
        type: column.valueType,
        options: column.options,
        columns: null,
        ...(column.definition.dateFormat ? { isDate: true } : {}),
      })),
      ...allFields,
    ];
  }, [compiled, conditions, table]);
  const fields = useMemo(() => fieldChoices(doc, table), [doc, table]);
  const id = node ? idOf(node) : null;
  const change = useCallback(
    (changes: Readonly<Record<string, unknown>>) =>
      design.edit(
        (current) => {
          const path = id === null ? [] : findNode(current, id)?.path;
          return path ? { doc: withKeys(current, path, changes) } : null;
        },
        `${id}:${Object.keys(changes).join()}`,
      ),
    [design, id],
  );
  return useMemo(
    () => ({ node, table, fields, fieldInfos: infos, types, compiledForm: compiled, change }),
    [node, table, fields, infos, types, compiled, change],
  );
}

function NodePanel(props: NodePanelProps) {
  const { node, table } = props;
  // paints the canvas first, because fifty property editors take longer to render than the node
  const isCanvasPainted = useDeferredValue(true, false);
  const designing = useDesignerContext();
  const panel = usePanelOf({ ...props, ...useDebouncedName(props.doc, node) });
  const properties = useMemo(
    () =>
      propertiesOf(node.tag).filter((property) =>
        table ? hasEffectOnColumns(property) : !isOnlyForColumns(property) || node[property.key] !== undefined,
      ),
    [node, table],
  );
  const id = idOf(node);
  const { change: changeKeys } = panel;
  // a stable function, so that editors whose value is unchanged are not rendered again
  const change = useCallback(
    (key: string, value: unknown) => {
      if (key === 'label')
        designing.design.edit((doc) => ({ doc: withLabel(doc, id, value, designing) }), `${id}:label`);
      else changeKeys({ [key]: value });
    },
    [designing, id, changeKeys],
  );
  const kind = titleOfNode(node);
  const name = nameOfNode(node);
  return (
    <PanelFrame title={table ? `${kind}（列）` : kind} note={name === kind ? undefined : name}>
      <PanelProvider value={panel}>
        {!isCanvasPainted ? null : properties.length === 0 ? (
          <p className="ds-note ds-panel-note">
            系统中没有“{node.tag}”这种元素，内容原样保留；可移动、删除，或在 JSON 页中修改。
          </p>
        ) : (
          <PropertyGroups properties={properties} values={node} onChange={change} />
        )}
      </PanelProvider>
    </PanelFrame>
  );
}

function FormPanel({ compiled }: { compiled: CompiledForm | null }) {
  const doc = useDesignValue(docOf);
  const panel = usePanelOf({ doc, node: null, table: null, compiled });
  const properties = useMemo(() => formProperties(), []);
  const change = useCallback((key: string, value: unknown) => panel.change({ [key]: value }), [panel]);
  return (
    <PanelFrame title="表单设置" note="未选择元素">
      <PanelProvider value={panel}>
        <PropertyGroups properties={properties} values={doc} onChange={change} />
      </PanelProvider>
    </PanelFrame>
  );
}

interface PropertyGroupsProps {
  properties: readonly Property[];
  values: Readonly<Record<string, unknown>>;
  onChange(key: string, value: unknown): void;
}

/** Properties by group, with a search. */
export function PropertyGroups({ properties, values, onChange }: PropertyGroupsProps) {
  const [search, setSearch] = useState('');
  const term = search.trim().toLowerCase();
  const matchingProperties = properties.filter(({ key, name, help }) =>
    `${key} ${name} ${help}`.toLowerCase().includes(term),
  );
  const groups = PROPERTY_GROUPS.map((group) => ({
    ...group,
    members: matchingProperties.filter((property) => property.group === group.id),
  })).filter(({ members }) => members.length > 0);
  return (
    <>
      <Input
        className="ds-property-search"
        allowClear
        size="small"
        placeholder="查找属性"
        aria-label="查找属性"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Collapse
        key={term === '' ? 'all' : 'found'}
        size="small"
        ghost
        defaultActiveKey={term === '' ? EXPANDED_GROUPS : groups.map(({ id }) => id)}
        items={groups.map(({ id, title, members }) => ({
          key: id,
          label: title,
          children: members.map((property) => (
            <PanelProperty key={property.key} property={property} value={values[property.key]} onChange={onChange} />
          )),
        }))}
      />
    </>
  );
}

function PanelProperty({
  property,
  value,
  onChange,
}: {
  property: Property;
  value: unknown;
  onChange(key: string, value: unknown): void;
}) {
  const { key } = property;
  const change = useCallback((next: unknown) => onChange(key, next), [onChange, key]);
  return <PropertyField property={property} value={value} onChange={change} />;
}
