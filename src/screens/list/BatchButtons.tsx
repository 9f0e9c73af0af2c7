import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import { messageOf } from '../shared/messages.ts';
import { newId } from '../shared/newId.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { CompiledList } from './compile.ts';

/** What a list does by itself with selected rows. */
export type BatchName = 'submit' | 'remove' | 'export';

interface Props {
  list: CompiledList;
  query: ListQuery;
  records: readonly FormRecord[];
  /** Whether this person may do it with the record; the server decides again. */
  fits(name: BatchName, record: FormRecord): boolean;
  /** Something was done; these records could not be dealt with and stay selected. */
  onDone(left: readonly string[]): void;
}

interface Failed {
  title: string;
  reason: string;
}

const BATCH = [
  { name: 'submit', label: '提交', isDanger: false },
  { name: 'remove', label: '删除', isDanger: true },
] as const;

/** Number of failures that are listed; further failures are only counted. */
const MAX_LISTED_FAILURES = 5;

/**
 * Submits, deletes or exports the selected rows. Each record is a call of its own: those that fail are listed with the
 * reason, the others are done.
 */
export function BatchButtons({ list, query, records, fits, onDone }: Props) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [busy, setBusy] = useState<BatchName | null>(null);
  const [failed, setFailed] = useState<readonly Failed[]>([]);

  const one = async (name: 'submit' | 'remove', id: string): Promise<void> => {
    if (name === 'remove') return services.records.remove(list.formKey, id);
    const record = await services.records.get(list.formKey, id);
    await services.records.run(list.formKey, { record, action: 'submit' }, newId());
  };
  const run = async (name: 'submit' | 'remove', label: string, fit: readonly FormRecord[]): Promise<void> => {
    setBusy(name);
    const refused: { id: string; failure: Failed }[] = [];
    // sequential: parallel calls would only wait for each other on the server
    for (const { id = '', title } of fit)
      await one(name, id).catch((error: unknown) => {
        refused.push({ id, failure: { title: title || '未填写标题', reason: messageOf(error) } });
      });
    setBusy(null);
    setFailed(refused.map(({ failure }) => failure));
    if (refused.length < fit.length) message.success(`已${label} ${fit.length - refused.length} 条`);
    onDone(refused.map(({ id }) => id));
  };
  const exported = records.filter((record) => fits('export', record));
  const takeOut = async (): Promise<void> => {
    setBusy('export');
    try {
      const ids = exported.map(({ id }) => id ?? '');
      const { page: _page, ...asked } = query;
      await services.records.exportRows(
        list.formKey,
        { ...asked, conditions: [...asked.conditions, { field: 'id', op: 'in', value: ids }] },
        list.title,
      );
      message.success(`已导出 ${ids.length} 条`);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const counted = (label: string, count: number): string => (count === records.length ? label : `${label}（${count}）`);
  return (
    <>
      {BATCH.map(({ name, label, isDanger }) => {
        const fit = records.filter((record) => fits(name, record));
        return fit.length === 0 ? null : (
          <Button
            key={name}
            danger={isDanger}
            loading={busy === name}
            disabled={busy !== null && busy !== name}
            onClick={() =>
              confirm({
                title: `确定${label}所选的 ${fit.length} 条记录吗？`,
                ...(isDanger ? { content: '删除后 30 天内可在回收站恢复。' } : {}),
                okText: label,
                isDanger,
                onOk: () => run(name, label, fit),
              })
            }
            data-action={`batch-${name}`}
          >
            {counted(label, fit.length)}
          </Button>
        );
      })}
      {exported.length > 0 ? (
        <Button
          loading={busy === 'export'}
          disabled={busy !== null && busy !== 'export'}
          onClick={() => void takeOut()}
          data-action="batch-export"
        >
          导出所选
        </Button>
      ) : null}
      {failed.length > 0 ? (
        <Alert
          className="sc-selection-failed"
          type="error"
          showIcon
          closable
          onClose={() => setFailed([])}
          message={`${failed.length} 条未能办理`}
          description={
            <ul>
              {failed.slice(0, MAX_LISTED_FAILURES).map(({ title, reason }, index) => (
                <li key={index}>{`“${title}”：${reason}`}</li>
              ))}
              {failed.length > MAX_LISTED_FAILURES ? <li>{`另有 ${failed.length - MAX_LISTED_FAILURES} 条`}</li> : null}
            </ul>
          }
        />
      ) : null}
    </>
  );
}
