import { useContext } from 'react';
import { compileExpression } from '../../expressions/index.ts';
import type { FieldNode, StatCardNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { StatFigure } from '../figures/StatFigure.tsx';
import type { DrillTarget } from '../figures/DrillDrawer.tsx';
import { useDrillDrawer } from '../figures/useDrill.tsx';
import { amountText } from './amountText.ts';
import { useRelatedChanges } from '../../runtime/screen/relatedChanges.ts';
import { hasRollupRecords, rollupTarget } from './RollupButton.tsx';
import '../figures/figures.css';

const TONES: ReadonlySet<unknown> = new Set(['default', 'success', 'warning', 'danger']);

/** Evaluates the expression of the card's tone; `values`: the values that the expression can read, by name. */
function evaluateTone(text: string, values: Readonly<Record<string, unknown>>): unknown {
  const types = Object.fromEntries(Object.keys(values).map((name) => [name, 'dyn' as const]));
  return compileExpression(text, types)((name) => values[name]);
}

/** A single figure: of a dataset, or of the page's record. */
export function StatCardBlock({ node, path }: BlockProps<StatCardNode>) {
  return node.dataset ? <StatFigure node={node} /> : <RecordStat node={node} path={path} />;
}

/** A figure of the page's record: one of its fields, or the number or sum of records that refer to it. */
function RecordStat({ node }: BlockProps<StatCardNode>) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const registry = useRegistry();
  const id = page?.record.id ?? '';
  const { formKey, via, sum } = node;
  const { load, refresh } = useLoad(
    () =>
      formKey && via && id
        ? services.relations.sums(formKey, [{ field: via, op: 'eq', value: id }], sum ? [sum] : [])
        : Promise.resolve(null),
    [services, formKey, via, sum, id],
  );
  useShownAgainListener(refresh);
  useRelatedChanges(refresh);
  const { open, drawer } = useDrillDrawer();
  if (!page) return null;
  const field = node.field === undefined ? undefined : page.fieldNode(node.field);
  const fieldValue = field ? page.record.fieldsMap[field.__vModel__] : undefined;
  const format = (field ?? {}) as { precision?: number; unit?: string };
  const figure = load.value ? (sum ? (load.value.sums[sum] ?? '0') : String(load.value.count)) : null;
  const textOfField = (statField: FieldNode): string => {
    if (typeof fieldValue === 'number') return amountText(String(fieldValue), node.precision ?? format.precision);
    const label = String(page.record.fieldsMap[`${statField.__vModel__}Label`] ?? '');
    return registry.definition(statField.tag)?.text?.(fieldValue, statField as never, { label }) ?? '';
  };
  const figureText = figure === null ? '' : amountText(figure, sum ? node.precision : undefined);
  const text = field ? textOfField(field) : figureText;
  const value = field ? fieldValue : figure === null ? null : Number(figure);
  const tone = node.tone ? evaluateTone(node.tone, { ...page.record.fieldsMap, value }) : 'default';
  const unit = node.unit ?? format.unit;
  const title = node.title ?? field?.label ?? '';
  const drillTarget = (): DrillTarget | null => {
    if (field) {
      if (!hasRollupRecords(field, fieldValue, page.fieldNode)) return null;
      const record = { formKey: page.formKey, id, title: page.record.title };
      return rollupTarget({ record, node: field, fieldNode: page.fieldNode });
    }
    if (!formKey || !via || !id || !load.value || load.value.count === 0) return null;
    return { kind: 'related', parts: [{ label: title, formKey, behind: { referring: { via, id } } }], title };
  };
  const target = drillTarget();
  return (
    <div className="sc-stat" data-stat={title} data-tone={TONES.has(tone) ? String(tone) : 'default'}>
      <div className="sc-stat-title">{title}</div>
      <div className="sc-stat-value">
        {load.state === 'error' ? (
          <span role="alert" title={messageOf(load.error)}>
            未能取得
          </span>
        ) : (
          <>
            {target && text !== '' ? (
              <button type="button" className="sc-figure-open" title="查看明细" onClick={() => open(target)}>
                {text}
              </button>
            ) : text === '' ? (
              '—'
            ) : (
              text
            )}
            {unit && text !== '' ? <small>{unit}</small> : null}
          </>
        )}
      </div>
      {drawer}
    </div>
  );
}
