import { valuesOf } from '../typedChanges.ts';
import { typedChanges } from '../typedChanges.ts';
import type { OpenedRecord } from '../useRecord.ts';
import { MergeDialog } from './MergeDialog.tsx';

/** Somebody else saved first: who, when, what, and what to do with one's own values. Nothing typed is lost either way. */
export function StaleDialog({ record }: { record: OpenedRecord }) {
  const { latest, saving, stored, session, canKeep, merge, showLatest } = record;
  if (!latest || !saving.staleError || !stored) return null;
  return (
    <MergeDialog
      title="记录已被他人修改" message={saving.staleError.message} compiled={session.compiled} base={valuesOf(session.record ?? stored)} mine={typedChanges(session)} theirs={valuesOf(latest)}
      okText="合并后继续编辑" canMerge={canKeep} onMerge={merge} cancel={{ text: '查看最新内容', action: 'show-latest', onClick: showLatest }}
      note={canKeep ? '合并后核对无误，再次保存即可。您的修改在保存之前不会丢失。' : '此记录的状态已经改变，不能再保存；您的填写内容已作为草稿保留。'}
    />
  );
}
