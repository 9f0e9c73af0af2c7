import { useContext } from 'react';
import { compileExpression } from '../../kernel/index.ts';
import type { StatCardNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { StatFigure } from '../figures/StatFigure.tsx';
import { amountText } from './amountText.ts';

const TONES: ReadonlySet<unknown> = new Set(['default', 'success', 'warning', 'danger']);

/** What the expression says of these names; of a name that is not there it says nothing. */
function toneOf(text: string, names: Readonly<Record<string, unknown>>): unknown {
  const types = Object.fromEntries(Object.keys(names).map((name) => [name, 'dyn' as const]));
  return compileExpression(text, types)((name) => names[name]);
}

/** One figure: of a dataset, or about the record whose page this is. */
export function StatCardBlock({ node, path }: BlockProps<StatCardNode>) {
  return node.dataset ? <StatFigure node={node} /> : <RecordStat node={node} path={path} />;
}

/** One figure about the record whose page this is: a field of it, or how many records point at it and what they come to. */
function RecordStat({ node }: BlockProps<StatCardNode>) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const registry = useRegistry();
  const id = page?.record.id ?? '';
  const { formKey, via, sum } = node;
  const { load } = useLoad(
    () =>
      formKey && via && id
        ? services.relations.sums(formKey, [{ field: via, op: 'eq', value: id }], sum ? [sum] : [])
        : Promise.resolve(null),
    [services, formKey, via, sum, id],
  );
  if (!page) return null;
  const field = node.field === undefined ? undefined : page.fieldNode(node.field);
  const own = field ? page.record.fieldsMap[field.__vModel__] : undefined;
  const look = (field ?? {}) as { precision?: number; unit?: string };
  const figure = load.value ? (sum ? (load.value.sums[sum] ?? '0') : String(load.value.count)) : null;
  const text = field
    ? typeof own === 'number'
      ? amountText(String(own), node.precision ?? look.precision)
      : (registry.definition(field.tag)?.text?.(own, field as never, {
          label: String(page.record.fieldsMap[`${field.__vModel__}Label`] ?? ''),
        }) ?? '')
    : figure === null
      ? ''
      : amountText(figure, sum ? node.precision : undefined);
  const value = field ? own : figure === null ? null : Number(figure);
  const tone = node.tone ? toneOf(node.tone, { ...page.record.fieldsMap, value }) : 'default';
  const unit = node.unit ?? look.unit;
  return (
    <div
      className="sc-stat"
      data-stat={node.title ?? field?.label}
      data-tone={TONES.has(tone) ? String(tone) : 'default'}
    >
      <div className="sc-stat-title">{node.title ?? field?.label ?? ''}</div>
      <div className="sc-stat-value">
        {load.state === 'error' ? (
          <span role="alert" title={messageOf(load.error)}>
            未能取得
          </span>
        ) : (
          <>
            {text === '' ? '—' : text}
            {unit && text !== '' ? <small>{unit}</small> : null}
          </>
        )}
      </div>
    </div>
  );
}
