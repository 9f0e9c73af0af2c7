import { useState } from 'react';
import { Checkbox, Modal } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { DefaultRows, PendingReplacement } from '../useDefaultRows.ts';

interface Props extends Pick<DefaultRows, 'answer' | 'revert'> {
  pending: PendingReplacement;
  /** The rows come from the record that a relation of the form has chosen. */
  isFill: boolean;
}

function titleOf({ kind, newCount }: PendingReplacement, isFill: boolean, keptCount: number): string {
  if (kind === 'again') return '重新带出明细？';
  if (newCount === 0) return keptCount > 0 ? '删除原来带出的明细？' : '清空明细？';
  return isFill ? '换成所选记录的明细？' : '重新加载默认数据？';
}

/** What is replaced by what. `keptCount`: number of rows added by hand that stay. */
function textOf(
  { kind, newCount, count, sameCount, byHandCount }: PendingReplacement,
  isFill: boolean,
  keptCount: number,
): string {
  const source = isFill ? '带出' : '重新加载';
  if (kind === 'again') {
    const removed = count - byHandCount - sameCount;
    const kept = [
      ...(sameCount > 0 ? [`${sameCount} 行与所选记录现在的明细相同，保持不变`] : []),
      ...(byHandCount > 0 ? [`手工添加的 ${byHandCount} 行保留`] : []),
      ...(removed > 0 ? [`${removed} 行连同填写的内容删除`] : []),
      ...(newCount > sameCount ? [`新带出 ${newCount - sameCount} 行`] : []),
    ];
    return `${kept.join('；')}。可以撤销。`;
  }
  if (kind === 'chosen') {
    const next = [
      ...(newCount === 0 ? ['所选记录没有可带出的明细，或者您不能查看'] : []),
      ...(sameCount > 0 ? [`另外 ${sameCount} 行与所选记录的明细相同，保持不变`] : []),
      ...(newCount > sameCount ? [`${sameCount > 0 ? '新带出' : '换成所选记录的'} ${newCount - sameCount} 行`] : []),
    ];
    const foreign = count - keptCount - sameCount;
    return `表格中有 ${foreign} 行不是所选记录的明细。这些行连同填写的内容会删除，${next.join('，')}，可以撤销。`;
  }
  return newCount === 0
    ? `现在没有可${source}的数据，表格中已有 ${count} 行。清空后这些行连同填写的内容都会删除，可以撤销。`
    : `表格中已有 ${count} 行。替换后，这些行连同填写的内容都换成${source}的数据，可以撤销。`;
}

/** What to call the act that takes back the choice of another record. */
export const revertText = (label: string): string => (label === '' ? '取消选择' : '改回原来的选择');

/**
 * Asks before loaded rows replace rows that were changed (SL-007). Rows that another record has filled cannot stay, so
 * instead of keeping them the person may take back the choice; rows added by hand may stay.
 */
export function ReplaceDialog({ pending, isFill, revert, answer }: Props) {
  useReturnedFocus();
  const { kind, newCount, byHandCount } = pending;
  const [keepsByHand, setKeepsByHand] = useState(true);
  const hasChoice = kind === 'chosen' && byHandCount > 0;
  const replace = (): void => answer(kind === 'again' || (hasChoice && keepsByHand) ? 'replace' : 'replaceAll');
  const keptCount = hasChoice && keepsByHand ? byHandCount : 0;
  const later = (): void => answer('later');
  const stay = kind === 'chosen' ? (revert?.run ?? later) : () => answer('keep');
  const chosenText = revert === null ? '先不替换' : revertText(revert.label);
  const stayText = kind === 'chosen' ? chosenText : kind === 'again' ? '取消' : '保留现有数据';
  return (
    <Modal
      open
      title={titleOf(pending, isFill, keptCount)}
      width={420}
      maskClosable={false}
      okText={kind === 'again' ? '重新带出' : newCount === 0 ? (keptCount > 0 ? '删除' : '清空') : '替换'}
      cancelText={stayText}
      okButtonProps={{ danger: true, 'data-action': 'replace-rows' }}
      cancelButtonProps={{
        autoFocus: true,
        'data-action': 'keep-rows',
      }}
      onOk={replace}
      onCancel={stay}
    >
      <p>{textOf(pending, isFill, keptCount)}</p>
      {hasChoice && (
        <Checkbox checked={keepsByHand} onChange={(event) => setKeepsByHand(event.target.checked)}>
          {`保留手工添加的 ${byHandCount} 行`}
        </Checkbox>
      )}
    </Modal>
  );
}
