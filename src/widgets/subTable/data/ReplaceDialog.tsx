import { useState } from 'react';
import { Checkbox, Modal } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { DefaultRows, PendingReplacement } from '../useDefaultRows.ts';

interface Props extends Pick<DefaultRows, 'answer' | 'revert'> {
  pending: PendingReplacement;
  /** The label of the table, because one relation may fill several tables of a form, each of which asks. */
  tableLabel: string;
  /** True if the loaded rows come from the record that is chosen in a relation field of the form. */
  isFilledByRelation: boolean;
}

function titleOf({ kind, loadedCount }: PendingReplacement, isFilledByRelation: boolean, keptCount: number): string {
  if (kind === 'again') return '重新带出明细？';
  if (loadedCount === 0) return keptCount > 0 ? '删除原来带出的明细？' : '清空明细？';
  return isFilledByRelation ? '换成所选记录的明细？' : '重新加载默认数据？';
}

/** Returns the text that says which rows replace which. `keptCount`: number of rows added by hand that stay. */
function textOf(
  { kind, loadedCount, presentCount, equalCount, byHandCount }: PendingReplacement,
  isFilledByRelation: boolean,
  keptCount: number,
  tableLabel: string,
): string {
  const table = tableLabel === '' ? '表格' : `“${tableLabel}”`;
  const source = isFilledByRelation ? '带出' : '重新加载';
  if (kind === 'again') {
    const removedCount = presentCount - byHandCount - equalCount;
    const outcomes = [
      ...(equalCount > 0 ? [`${equalCount} 行与所选记录现在的明细相同，保持不变`] : []),
      ...(byHandCount > 0 ? [`手工添加的 ${byHandCount} 行保留`] : []),
      ...(removedCount > 0 ? [`${removedCount} 行连同填写的内容删除`] : []),
      ...(loadedCount > equalCount ? [`新带出 ${loadedCount - equalCount} 行`] : []),
    ];
    return `${table}：${outcomes.join('；')}。可以撤销。`;
  }
  if (kind === 'chosen') {
    const outcomes = [
      ...(loadedCount === 0 ? ['所选记录没有可带出的明细，或者您不能查看'] : []),
      ...(equalCount > 0 ? [`另外 ${equalCount} 行与所选记录的明细相同，保持不变`] : []),
      ...(loadedCount > equalCount
        ? [`${equalCount > 0 ? '新带出' : '换成所选记录的'} ${loadedCount - equalCount} 行`]
        : []),
    ];
    const foreignCount = presentCount - keptCount - equalCount;
    return `${table}中有 ${foreignCount} 行不是所选记录的明细。这些行连同填写的内容会删除，${outcomes.join('，')}，可以撤销。`;
  }
  return loadedCount === 0
    ? `现在没有可${source}的数据，${table}中已有 ${presentCount} 行。清空后这些行连同填写的内容都会删除，可以撤销。`
    : `${table}中已有 ${presentCount} 行。替换后，这些行连同填写的内容都换成${source}的数据，可以撤销。`;
}

function okTextOf({ kind, loadedCount }: PendingReplacement, keptCount: number): string {
  if (kind === 'again') return '重新带出';
  if (loadedCount > 0) return '替换';
  return keptCount > 0 ? '删除' : '清空';
}

/** Returns the text of the button that undoes the choice of another record. */
export const revertText = (label: string): string => (label === '' ? '取消选择' : '改回原来的选择');

/**
 * Asks before loaded rows replace rows that were changed (SL-007). After the choice of another record, the rows of the
 * previous record cannot stay: the person either replaces them or undoes the choice. Rows added by hand may stay.
 */
export function ReplaceDialog({ pending, tableLabel, isFilledByRelation, revert, answer }: Props) {
  useReturnedFocus();
  const { kind, byHandCount } = pending;
  const [keepsRowsByHand, setKeepsRowsByHand] = useState(true);
  const canKeepRowsByHand = kind === 'chosen' && byHandCount > 0;
  const replace = (): void =>
    answer(kind === 'again' || (canKeepRowsByHand && keepsRowsByHand) ? 'replace' : 'replaceAll');
  const keptCount = canKeepRowsByHand && keepsRowsByHand ? byHandCount : 0;
  const answerLater = (): void => answer('later');
  const decline = kind === 'chosen' ? (revert?.run ?? answerLater) : () => answer('keep');
  const revertOrLaterText = revert === null ? '先不替换' : revertText(revert.label);
  const keepText = kind === 'again' ? '取消' : '保留现有数据';
  return (
    <Modal
      open
      title={titleOf(pending, isFilledByRelation, keptCount)}
      width={420}
      maskClosable={false}
      okText={okTextOf(pending, keptCount)}
      cancelText={kind === 'chosen' ? revertOrLaterText : keepText}
      okButtonProps={{ danger: true, 'data-action': 'replace-rows' }}
      cancelButtonProps={{
        autoFocus: true,
        'data-action': 'keep-rows',
      }}
      onOk={replace}
      onCancel={decline}
    >
      <p>{textOf(pending, isFilledByRelation, keptCount, tableLabel)}</p>
      {canKeepRowsByHand && (
        <Checkbox checked={keepsRowsByHand} onChange={(event) => setKeepsRowsByHand(event.target.checked)}>
          {`保留手工添加的 ${byHandCount} 行`}
        </Checkbox>
      )}
    </Modal>
  );
}
