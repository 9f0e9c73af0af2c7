import { Alert, Button, Input, Modal, Space } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { DiffView } from '../diff/DiffView.tsx';
import { textOfDefinition } from '../document/documentText.ts';
import { useKind } from '../document/documentKind.ts';
import { ImpactReport } from '../uses/ImpactReport.tsx';
import { useImpact } from '../uses/useImpact.ts';
import { reviewCalls, type Review } from './calls.ts';

interface Props {
  documentKey: string;
  review: Review;
  /** The published version; 0 if there is none. */
  version: number;
  /** True if the document has unsaved changes. Approving is then disabled, because it would reload the document. */
  isDirty: boolean;
  onClose(): void;
  onDone(isPublished: boolean): void;
}

/**
 * The reviewer's dialog: shows the changes since the published version and their impact; approves and publishes, or
 * returns the draft.
 */
export function ReviewDialog({ documentKey, review, version, isDirty, onClose, onDone }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { kindName, calls } = useKind();
  const { message } = useFeedback();
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [busyDecision, setBusyDecision] = useState<'approve' | 'return' | null>(null);
  const impact = useImpact(documentKey, async () => textOfDefinition(await calls.draft(documentKey)));
  const attempt = async (decision: 'approve' | 'return', call: () => Promise<string>): Promise<void> => {
    setBusyDecision(decision);
    try {
      message.success(await call());
      onDone(decision === 'approve');
    } catch (error) {
      const [firstProblem] = error instanceof ServiceError ? error.problems : [];
      message.error(firstProblem ? `${messageOf(error)}：${firstProblem.message}` : messageOf(error));
      setBusyDecision(null);
    }
  };
  const { id, authorName, note } = review;
  const approve = (): void => {
    void attempt('approve', async () => {
      const published = await reviewCalls(services).approve(id, impact.acknowledgedToken);
      return `已通过，第 ${published.version} 版已发布`;
    });
  };
  const returnDraft = (): void => {
    if (reason.trim() === '') {
      setReasonMissing(true);
      document.querySelector<HTMLElement>('#review-reason')?.focus();
      return;
    }
    void attempt('return', async () => {
      await reviewCalls(services).returnDraft(id, reason.trim());
      return '已退回';
    });
  };
  return (
    <Modal
      open
      title={`复核${kindName}`}
      width="min(1080px, 96vw)"
      onCancel={onClose}
      maskClosable={false}
      footer={
        <Space wrap>
          <Button onClick={onClose}>关闭</Button>
          <Button
            danger
            loading={busyDecision === 'return'}
            disabled={busyDecision === 'approve'}
            onClick={returnDraft}
            data-action="give-back"
          >
            退回
          </Button>
          <Button
            type="primary"
            loading={busyDecision === 'approve'}
            disabled={busyDecision === 'return' || isDirty || !impact.canPublish}
            onClick={approve}
            data-action="approve"
          >
            通过并发布
          </Button>
        </Space>
      }
    >
      <p className="dr-review-note">
        {authorName}
        {note === '' ? '没有写说明' : `：${note}`}
      </p>
      {isDirty ? (
        <Alert type="warning" showIcon message="您在此有未保存的修改，保存或放弃后再通过；这里对比的是提交复核的草稿" />
      ) : null}
      <h4>{version > 0 ? `与使用中的第 ${version} 版相比` : '还没有发布过，全部是新内容'}</h4>
      <div className="dr-diff">
        <DiffView documentKey={documentKey} text="" before={version} after="draft" />
      </div>
      <ImpactReport state={impact} />
      <label htmlFor="review-reason">退回的原因</label>
      <Input.TextArea
        id="review-reason"
        rows={2}
        maxLength={500}
        showCount
        className="ds-counted"
        {...(isReasonMissing ? { status: 'error' as const } : {})}
        aria-invalid={isReasonMissing}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setReasonMissing(false);
        }}
        placeholder="退回时必填，提交人会看到"
      />
      {isReasonMissing ? (
        <p className="dr-lacking" role="alert">
          请填写退回的原因
        </p>
      ) : null}
    </Modal>
  );
}
