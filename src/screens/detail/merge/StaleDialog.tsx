import type { FormRecord } from '../../../grammar/documents.ts';
import { valuesOf } from '../typedChanges.ts';
import { typedChanges } from '../typedChanges.ts';
import type { OpenedRecord } from '../useRecord.ts';
import { MergeDialog } from './MergeDialog.tsx';

/** Returns true if an unsubmitted record has been submitted since, perhaps in another window of the same user. */
const isSubmittedSince = (storedRecord: FormRecord, latest: FormRecord): boolean =>
  (storedRecord.flwState ?? '0') === '0' && (latest.flwState ?? '0') !== '0';

const dialogTitle = (storedRecord: FormRecord, latest: FormRecord, userId: string): string => {
  if (isSubmittedSince(storedRecord, latest)) return '此申请已提交';
  return latest.updateBy === userId ? '您在另一处修改过此记录' : '记录已被他人修改';
};

/** Returns the text below the differences: how to continue, or why merging is not possible. */
const hintText = (storedRecord: FormRecord, latest: FormRecord, canMerge: boolean): string => {
  if (canMerge) return '合并后核对无误，再次保存即可。您的修改在保存之前不会丢失。';
  if (latest.flwState !== storedRecord.flwState)
    return '此记录的状态已经改变，不能再保存；您的填写内容已作为草稿保留。';
  return latest.version === storedRecord.version
    ? '此记录已不由您办理，不能再保存；您的填写内容已作为草稿保留。'
    : '此记录已改用另一版表单，不能合并；您的填写内容已作为草稿保留。';
};

/**
 * Merge dialog after a stale save: shows who changed what, and lets the user merge or view the latest record. Merging
 * is not offered if the state or form version of the record has changed, or the user may not edit it any more. The
 * user's input is not lost: after merging it is in the form, otherwise it is stored as a draft.
 */
export function StaleDialog({ record }: { record: OpenedRecord }) {
  const { latestRecord, saving, storedRecord, session, canMerge, merge, showLatest, user } = record;
  if (!latestRecord || !saving.staleError || !storedRecord) return null;
  return (
    <MergeDialog
      title={dialogTitle(storedRecord, latestRecord, user.id)}
      message={saving.staleError.message}
      compiled={session.compiled}
      base={valuesOf(session.record ?? storedRecord)}
      mine={typedChanges(session)}
      theirs={valuesOf(latestRecord)}
      okText="合并后继续编辑"
      canMerge={canMerge}
      onMerge={merge}
      cancel={{ text: '查看最新内容', action: 'show-latest', onClick: showLatest }}
      hint={hintText(storedRecord, latestRecord, canMerge)}
    />
  );
}
