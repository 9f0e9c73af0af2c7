import { useEffect, useState } from 'react';
import { observer } from '@formily/reactive-react';
import { batch } from '@formily/reactive';
import { Button } from 'antd';
import { SyncOutlined } from '@ant-design/icons';
import { companionKey } from '../../domain/companionKey.ts';
import type { FieldNode, RecordSelectorNode } from '../../grammar/nodes.ts';
import { placeholderValuesOf, type CompiledField } from '../../kernel/index.ts';
import { isSameValue } from '../../records/index.ts';
import { toFillUpdateCall, buildRequest, fillCallOf } from '../../requests/index.ts';
import { filledFields, type FilledField } from '../../runtime/form/filledFields.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { Dialog } from '../../runtime/host/Dialog.tsx';

interface Props {
  node: RecordSelectorNode;
  form: FormSession;
}

const textOf = ({ definition, node }: CompiledField, value: unknown, label: unknown): string =>
  (typeof label === 'string' && label !== '' ? label : definition.text?.(value, node as never, {})) || '（空）';

/**
 * The button 更新带出 next to a stored relation, shown if values of the related record differ from the filled fields. Its
 * dialog lists the differences and takes over the new values. Values that the person may not see stay unchanged. The
 * button is not shown if the request fails. Nor is it shown for a relation that was changed in this form, because the
 * change has already filled the fields.
 */
export const FillUpdate = observer(function FillUpdate({ node, form }: Props) {
  const key = node.__vModel__;
  const value = form.values[key];
  const isStored =
    form.record?.id !== undefined &&
    form.field(key)?.node === (node as FieldNode) &&
    !form.field(key)?.isEmpty(value) &&
    isSameValue(value, form.baseline[key]);
  /** The current values of the related record for the filled fields, and the relation's value they were loaded for. */
  const [source, setSource] = useState<{ value: unknown; filled: readonly FilledField[] } | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const call = isStored ? fillCallOf(node, form.field) : null;
    const request =
      call && buildRequest(toFillUpdateCall(call).request, placeholderValuesOf(form.situation, { ...form.values }));
    if (!request?.ok) return undefined;
    let isCurrent = true;
    form.services.request(request.value).then(
      (answer) => {
        if (isCurrent && call) setSource({ value, filled: filledFields(answer, call, form.field) });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [form, node, value, isStored]);
  if (!isStored || source === null || source.value !== value) return null;
  const changes = source.filled.filter(
    (change) => change.field.mayRead(form.situation) && !isSameValue(form.values[change.field.key], change.value),
  );
  if (changes.length === 0) return null;
  const takeOver = (): void => {
    batch(() => {
      for (const change of changes) form.setValue(change.field.key, change.value, change.label);
    });
    setOpen(false);
  };
  return (
    <div className="sf-fill-update">
      来源已有改动
      <Button type="link" size="small" icon={<SyncOutlined />} data-action="update-fill" onClick={() => setOpen(true)}>
        更新带出
      </Button>
      <Dialog
        title="更新带出"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width={640}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>取消</Button>
            <Button type="primary" data-action="take-fill" onClick={takeOver}>
              更新
            </Button>
          </>
        }
      >
        <table className="sf-fill-changes">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">现在的内容</th>
              <th scope="col">更新为</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, value: next, label }) => (
              <tr key={field.key}>
                <th scope="row">{field.node.label || field.key}</th>
                <td>{textOf(field, form.values[field.key], form.values[companionKey(field.key)])}</td>
                <td>{textOf(field, next, label)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Dialog>
    </div>
  );
});
