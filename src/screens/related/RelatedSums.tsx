import type { CompiledForm } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { useDrillDrawer } from '../figures/useDrill.tsx';
import { amountText } from './amountText.ts';
import { useRelatedChanges } from '../../runtime/screen/relatedChanges.ts';

interface Props {
  /** Key of the form of the related records. */
  formKey: string;
  /** The relation, or the path of relations, by which the related records refer to the record `recordId`. */
  via: string;
  recordId: string;
  /** Keys of the fields that are added up. */
  fields: readonly string[];
  form: CompiledForm;
}

/** Number and sums of the related records that are in force. */
export function RelatedSums({ formKey, via, recordId, fields, form }: Props) {
  const services = useServices();
  const { load, refresh } = useLoad(
    () => services.relations.sums(formKey, [{ field: via, op: 'eq', value: recordId }], fields),
    [services, formKey, via, recordId, fields.join(' ')],
  );
  useShownAgainListener(refresh);
  useRelatedChanges(refresh);
  const { open, drawer } = useDrillDrawer();
  if (load.state === 'error') return <p className="sc-related-sums">合计未能取得：{messageOf(load.error)}</p>;
  // delays the print dialog (see PrintBlock)
  if (!load.value) return <span data-waiting hidden />;
  const { sums, count } = load.value;
  return (
    <div className="sc-related-sums" data-sums={formKey}>
      {count > 0 ? (
        <button
          type="button"
          className="sc-figure-open"
          title="查看生效的记录"
          onClick={() =>
            open({
              kind: 'related',
              parts: [{ label: '', formKey, behind: { referring: { via, id: recordId } } }],
              title: `生效的${form.definition.formName}`,
            })
          }
        >
          生效 <b>{count}</b> 条
        </button>
      ) : (
        <span>
          生效 <b>{count}</b> 条
        </span>
      )}
      {fields.map((key) => {
        const node = form.fields.get(key)?.node as { label?: string; precision?: number; unit?: string } | undefined;
        return (
          <span key={key} data-sum={key}>
            {node?.label ?? key}合计 <b>{amountText(sums[key] ?? '0', node?.precision)}</b>
            {node?.unit ? ` ${node.unit}` : ''}
          </span>
        );
      })}
      {drawer}
    </div>
  );
}
