import type { CompiledForm } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useShownAgain } from '../../runtime/screen/page.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { amountText } from './amountText.ts';
import { useRelatedChanges } from '../../runtime/screen/relatedChanges.ts';

interface Props {
  formKey: string;
  via: string;
  recordId: string;
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
  useShownAgain(refresh);
  useRelatedChanges(refresh);
  if (load.state === 'error') return <p className="sc-related-sums">合计未能取得：{messageOf(load.error)}</p>;
  // delays the print dialog (see PrintBlock)
  if (!load.value) return <span data-waiting hidden />;
  const { sums, count } = load.value;
  return (
    <div className="sc-related-sums" data-sums={formKey}>
      <span>
        生效 <b>{count}</b> 条
      </span>
      {fields.map((key) => {
        const node = form.fields.get(key)?.node as { label?: string; precision?: number; unit?: string } | undefined;
        return (
          <span key={key} data-sum={key}>
            {node?.label ?? key}合计 <b>{amountText(sums[key] ?? '0', node?.precision)}</b>
            {node?.unit ? ` ${node.unit}` : ''}
          </span>
        );
      })}
    </div>
  );
}
