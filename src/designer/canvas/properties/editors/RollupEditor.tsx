import { useMemo } from 'react';
import { relationOf, type CompiledForm } from '../../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../../runtime/contexts.ts';
import { loadForm } from '../../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../../screens/shared/useLoad.ts';
import { isObject } from '../../model/nodes.ts';
import { ChoiceLine, ConditionLine, type Choice } from '../../rules/lines.tsx';
import { useDesigning } from '../../useDesign.ts';
import { PanelProvider, usePanel } from '../panelContext.tsx';
import { FUNCTIONS, infosOf, ORDERED, sourceFields, valueFields } from './rollup.ts';
import type { EditorProps } from './simple.tsx';

/** Where a choice names the records themselves and not rows of a sub-table. */
const RECORDS = '';

/** The form whose records count; null: none is chosen, or it is this one. */
function useSource(formKey: string): CompiledForm | null {
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

/** A value that is kept from other records: which of them count, and what is made of them. All of it is chosen. */
export function RollupEditor({ value, onChange }: EditorProps) {
  const around = usePanel();
  const { compiled } = around;
  const services = useServices();
  const { design } = useDesigning();
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const rollup = isObject(value) ? value : {};
  const textOf = (key: string): string => (typeof rollup[key] === 'string' ? rollup[key] : '');
  const [first = '', rows = RECORDS] = textOf('from').split('.', 2);
  const ownTables = tablesOf(compiled);
  const isOwn = ownTables.some((table) => table.value === first) && textOf('via') === '';
  const source = useSource(isOwn ? '' : first);
  const from = isOwn ? compiled : source;
  const table = isOwn ? first : rows;
  const infos = useMemo(() => (from ? infosOf(from, table) : []), [from, table]);
  const panel = useMemo(() => ({ ...around, infos, types: null }), [around, infos]);
  const own = String(design.doc().formKey ?? '');
  const fields = from ? sourceFields(from, table, isOwn) : [];
  const ways = fields
    .filter(({ node }) => relationOf(node)?.to === own)
    .map(({ key, node }) => ({ value: key, label: node.label || key }));
  const put = (changes: Record<string, unknown>): void => {
    const next = Object.fromEntries(
      Object.entries({ ...rollup, ...changes }).filter(([, one]) => one !== undefined && one !== ''),
    );
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  /** Another source: what named fields of the one before goes. */
  const begin = (key: string | undefined): void =>
    onChange(key === undefined ? undefined : { from: key, fn: textOf('fn') || 'count' });
  const fn = textOf('fn');
  return (
    <PanelProvider value={panel}>
      <div className="ds-row">
        <ChoiceLine
          label="汇总什么"
          placeholder="不汇总"
          allowClear
          value={first}
          choices={[
            ...ownTables.map((one) => ({ ...one, label: `本表单：${one.label}` })),
            ...(forms.value ?? [])
              .filter(({ version }) => version > 0)
              .map(({ key, name }) => ({ value: key, label: `${name}（${key}）` })),
          ]}
          onChange={begin}
        />
        {first === '' || isOwn ? null : (
          <>
            <ChoiceLine
              label="取哪些"
              value={rows === RECORDS ? 'records' : rows}
              choices={[{ value: 'records', label: '每条记录' }, ...tablesOf(source)]}
              onChange={(next) => begin(next === 'records' ? first : `${first}.${next ?? ''}`)}
            />
            <ChoiceLine
              label="指向本记录的关联"
              placeholder={source && ways.length === 0 ? '它没有指向本表单的关联字段' : '请选择'}
              value={rollup.via}
              choices={ways}
              onChange={(via) => put({ via })}
            />
          </>
        )}
        {first === '' ? null : (
          <>
            <ChoiceLine
              label="怎样算"
              value={fn}
              choices={FUNCTIONS}
              onChange={(next) => put({ fn: next ?? 'count', ...(next === 'count' ? { of: undefined } : {}) })}
            />
            {fn === 'count' || fn === '' ? null : (
              <ChoiceLine
                label="哪个字段"
                value={rollup.of}
                choices={valueFields(fields, fn)}
                onChange={(of) => put({ of })}
              />
            )}
            {ORDERED.has(fn) ? (
              <ChoiceLine
                label="先后按"
                placeholder="新建时间"
                allowClear
                value={rollup.by}
                choices={valueFields(fields, '')}
                onChange={(by) => put({ by })}
              />
            ) : null}
            <ConditionLine label="只计入" value={rollup.where} onChange={(where) => put({ where })} />
          </>
        )}
      </div>
    </PanelProvider>
  );
}
