import type { FormRecord } from '../../../grammar/documents.ts';
import { valuesOf } from '../typedChanges.ts';
import { typedChanges } from '../typedChanges.ts';
import type { OpenedRecord } from '../useRecord.ts';
import { MergeDialog } from './MergeDialog.tsx';

/** A draft here that has been submitted since, perhaps in another window of the same person. */
const isSubmittedSince = (stored: FormRecord, latest: FormRecord): boolean =>
  (stored.flwState ?? '0') === '0' && (latest.flwState ?? '0') !== '0';

const titleOf = (stored: FormRecord, latest: FormRecord, userId: string): string => {
  if (isSubmittedSince(stored, latest)) return '此申请已提交';
  return latest.updateBy === userId ? '您在另一处修改过此记录' : '记录已被他人修改';
};

/** Somebody else, or the same person elsewhere, saved first: who, when, what, and what to do with one's own values. Nothing typed is lost either way. */
export function StaleDialog({ record }: { record: OpenedRecord }) {
  const { latest, saving, stored, session, canKeep, merge, showLatest, user } = record;
  if (!latest || !saving.staleError || !stored) return null;
  return (
    <MergeDialog
      title={titleOf(stored, latest, user.id)}
      message={saving.staleError.message}
      compiled={session.compiled}
      base={valuesOf(session.record ?? stored)}
      mine={typedChanges(session)}
      theirs={valuesOf(latest)}
      okText="合并后继续编辑"
      canMerge={canKeep}
      onMerge={merge}
      cancel={{ text: '查看最新内容', action: 'show-latest', onClick: showLatest }}
      note={
        canKeep
          ? '合并后核对无误，再次保存即可。您的修改在保存之前不会丢失。'
          : '此记录的状态已经改变，不能再保存；您的填写内容已作为草稿保留。'
      }
    />
  );
}
