import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { messageOf } from '../../../screens/shared/messages.ts';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { ImpactReport } from '../../uses/ImpactReport.tsx';
import { useImpact } from '../../uses/useImpact.ts';
import { textOfDefinition } from '../documentText.ts';
import { useKind } from '../documentKind.ts';

interface Props {
  documentKey: string;
  version: number;
  /** The published version. */
  currentVersion: number;
  /** Number of running approvals on the published version. */
  runningCount: number;
  onClose(): void;
  onDone(version: number): void;
}

/** Asks for confirmation and a reason before publishing an earlier version again. */
export function RollbackDialog({ documentKey, version, currentVersion, runningCount, onClose, onDone }: Props) {
  useReturnedFocus();
  const { kind, calls } = useKind();
  const { message } = useFeedback();
  const [note, setNote] = useState(`恢复第 ${version} 版`);
  const [isBusy, setBusy] = useState(false);
  const impactState = useImpact(documentKey, async () =>
    textOfDefinition((await calls.version(documentKey, version)).definition),
  );
  const restore = async (): Promise<void> => {
    setBusy(true);
    try {
      const acknowledgedTokens =
        impactState.acknowledgedToken === undefined ? [] : ([impactState.acknowledgedToken] as const);
      onDone((await calls.rollback(documentKey, version, note.trim(), currentVersion, ...acknowledgedTokens)).version);
    } catch (error) {
      const [first] = error instanceof ServiceError ? error.problems : [];
      message.error(first ? `${messageOf(error)}：${first.message}` : messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`恢复第 ${version} 版`}
      okText="恢复并发布"
      width="min(640px, 94vw)"
      okButtonProps={{ danger: true, disabled: !impactState.canPublish }}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void restore()}
      onCancel={onClose}
      maskClosable={false}
    >
      <Alert
        type="warning"
        showIcon
        message={`第 ${version} 版的内容将作为第 ${currentVersion + 1} 版发布，立即生效。`}
        description={`${kind === 'screen' ? '已打开的页面刷新后更新' : '新填写的记录用恢复后的版本'}${runningCount > 0 ? `；第 ${currentVersion} 版上的 ${runningCount} 个审批仍按原版本办理` : ''}。已保存的草稿不受影响。`}
      />
      <ImpactReport state={impactState} />
      <label className="ds-note" htmlFor="rollback-note">
        恢复的原因
      </label>
      <Input.TextArea
        id="rollback-note"
        rows={3}
        maxLength={500}
        showCount
        className="ds-counted"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}
