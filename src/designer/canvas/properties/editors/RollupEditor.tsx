import { useMemo } from 'react';
import { relationOf, type CompiledForm } from '../../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../../runtime/contexts.ts';
import { loadForm } from '../../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../../screens/shared/useLoad.ts';
import { isObject } from '../../model/nodes.ts';
import { ChoiceLine, ConditionLine, type Choice } from '../../rules/controlLines.tsx';
import { useDesignerContext } from '../../designerContext.ts';
import { PanelProvider, usePanel } from '../panelContext.tsx';
import {
  ROLLUP_FUNCTIONS,
  conditionFields,
  ORDER_DEPENDENT_FUNCTIONS,
  fieldsOfSource,
  valueFields,
} from './rollupFields.ts';
import type { EditorProps } from './basicEditors.tsx';

/**
 * Value of the sub-table selection for "no sub-table": `from` is the key of a form, and the roll-up aggregates its
 * records. With a sub-table, `from` is `<form>.<sub-table>`, and the roll-up aggregates the rows of the sub-table.
 */
const NO_TABLE = '';

/**
 * Returns the form whose records are aggregated; null for an empty key, while it is loading, and if it cannot be read.
 */
function useSourceForm(formKey: string): CompiledForm | null {
  const services = useServices();
  const vocabulary = useRegistry();
  const { load } = useLoad(
    () => (formKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey }).catch(() => null)),
    [services, vocabulary, formKey],
  );
  return load.value ?? null;
}

const tablesOf = (form: CompiledForm | null): Choice[] =>
  [...(form?.tables.values() ?? [])].map(({ key, node }) => ({ value: key, label: `“${node.label || key}”的每一行` }));

/** Edits a roll-up: the records or rows that are aggregated, the function, and the condition that filters them. */
export function RollupEditor({ value, onChange }: EditorProps) {
  const outerPanel = usePanel();
  const { compiledForm } = outerPanel;
  const services = useServices();
  const { design } = useDesignerContext();
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const rollup = isObject(value) ? value : {};
  const textOf = (key: string): string => (typeof rollup[key] === 'string' ? rollup[key] : '');
  const [sourceKey = '', sourceTable = NO_TABLE] = textOf('from').split('.', 2);
  const ownTables = tablesOf(compiledForm);
  const isOwnTable = ownTables.some((table) => table.value === sourceKey) && textOf('via') === '';
  const otherForm = useSourceForm(isOwnTable ? '' : sourceKey);
  const sourceForm = isOwnTable ? compiledForm : otherForm;
  const table = isOwnTable ? sourceKey : sourceTable;
  const infos = useMemo(() => (sourceForm ? conditionFields(sourceForm, table) : []), [sourceForm, table]);
  const panel = useMemo(() => ({ ...outerPanel, infos, types: null }), [outerPanel, infos]);
  const ownFormKey = String(design.doc().formKey ?? '');
  const fields = sourceForm ? fieldsOfSource(sourceForm, table, isOwnTable) : [];
  const relationFields = fields
    .filter(({ node }) => relationOf(node)?.to === ownFormKey)
    .map(({ key, node }) => ({ value: key, label: node.label || key }));
  const update = (changes: Record<string, unknown>): void => {
    const next = Object.fromEntries(
      Object.entries({ ...rollup, ...changes }).filter(
        ([, entryValue]) => entryValue !== undefined && entryValue !== '',
      ),
    );
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  /** Selects another source. The keys that name fields of the previous source are removed. */
  const selectSource = (key: string | undefined): void =>
    onChange(key === undefined ? undefined : { from: key, fn: textOf('fn') || 'count' });
  const fn = textOf('fn');
  return (
    <PanelProvider value={panel}>
      <div className="ds-row">
        <ChoiceLine
          label="汇总什么"
          placeholder="不汇总"
          allowClear
          value={sourceKey}
          choices={[
            ...ownTables.map((table) => ({ ...table, label: `本表单：${table.label}` })),
            ...(forms.value ?? [])
              .filter(({ version }) => version > 0)
              .map(({ key, name }) => ({ value: key, label: `${name}（${key}）` })),
          ]}
          onChange={selectSource}
        />
        {sourceKey === '' || isOwnTable ? null : (
          <>
            <ChoiceLine
              label="取哪些"
              value={sourceTable === NO_TABLE ? 'records' : sourceTable}
              choices={[{ value: 'records', label: '每条记录' }, ...tablesOf(otherForm)]}
              onChange={(next) => selectSource(next === 'records' ? sourceKey : `${sourceKey}.${next ?? ''}`)}
            />
            <ChoiceLine
              label="指向本记录的关联"
              placeholder={otherForm && relationFields.length === 0 ? '它没有指向本表单的关联字段' : '请选择'}
              value={rollup.via}
              choices={relationFields}
              onChange={(via) => update({ via })}
            />
          </>
        )}
        {sourceKey === '' ? null : (
          <>
            <ChoiceLine
              label="怎样算"
              value={fn}
              choices={ROLLUP_FUNCTIONS}
              onChange={(next) => update({ fn: next ?? 'count', ...(next === 'count' ? { of: undefined } : {}) })}
            />
            {fn === 'count' || fn === '' ? null : (
              <ChoiceLine
                label="哪个字段"
                value={rollup.of}
                choices={valueFields(fields, fn)}
                onChange={(of) => update({ of })}
              />
            )}
            {ORDER_DEPENDENT_FUNCTIONS.has(fn) ? (
              <ChoiceLine
                label="先后按"
                placeholder="新建时间"
                allowClear
                value={rollup.by}
                choices={valueFields(fields, '')}
                onChange={(by) => update({ by })}
              />
            ) : null}
            <ConditionLine label="只计入" value={rollup.where} onChange={(where) => update({ where })} />
          </>
        )}
      </div>
    </PanelProvider>
  );
}
