import { Alert, Input, Modal, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { ReviewerChoice } from '../../reviews/ReviewerChoice.tsx';
import { useReviewState } from '../../reviews/useReviewState.ts';
import { ImpactReport } from '../../uses/ImpactReport.tsx';
import { useImpact } from '../../uses/useImpact.ts';
import { useKind } from '../documentKind.ts';
import type { LocatedProblem } from '../../editor/located.ts';

interface Props {
  documentKey: string;
  /** Returns the text to publish. */
  readText(): string | Promise<string>;
  errors: readonly LocatedProblem[];
  /** True during a check of the text, which disables publishing. */
  isChecking: boolean;
  isBusy: boolean;
  onPublish(note: string, acknowledged?: string): void;
  /** Requests a review instead of publishing. */
  onRequestReview(reviewerId: string, note: string): void;
  onGo(problem: LocatedProblem): void;
  onClose(): void;
  /** Publishing options of this kind of document. */
  children?: ReactNode;
}

const MAX_ERRORS = 10;

/** The dialog for publishing or requesting a review. Errors are listed and disable publishing. */
export function PublishDialog(props: Props) {
  const { documentKey, readText, errors, isChecking, isBusy, onPublish, onRequestReview, onGo, onClose, children } =
    props;
  useReturnedFocus();
  const { kindName, effect, noteHint } = useKind();
  const [note, setNote] = useState('');
  const isBlocked = errors.length > 0;
  const { load } = useReviewState(documentKey);
  // publishing is enabled if the state cannot be loaded, because the server also checks the required review
  const isReviewRequired = load.value?.isRequired ?? false;
  const [mode, setMode] = useState<'publish' | 'review'>('publish');
  const [reviewer, setReviewer] = useState('');
  const isReview = isReviewRequired || mode === 'review';
  const impactState = useImpact(documentKey, readText);
  return (
    <Modal
      open
      title={isReviewRequired ? `提交${kindName}复核` : `发布${kindName}`}
      okText={isReview ? '提交复核' : '发布'}
      cancelText={isBlocked ? '关闭' : '取消'}
      confirmLoading={isBusy}
      width="min(640px, 94vw)"
      okButtonProps={{
        disabled:
          isBlocked ||
          isChecking ||
          load.state === 'loading' ||
          !impactState.canPublish ||
          (isReview && reviewer === ''),
      }}
      onOk={() =>
        isReview ? onRequestReview(reviewer, note.trim()) : onPublish(note.trim(), impactState.acknowledgedToken)
      }
      onCancel={onClose}
      maskClosable={false}
    >
      {isBlocked ? (
        <Alert
          type="error"
          showIcon
          message={`还有 ${errors.length} 个错误，不能发布`}
          description={
            <ul className="ds-reasons">
              {errors.slice(0, MAX_ERRORS).map((problem) => (
                <li key={`${problem.locationText}${problem.span.from}:${problem.message}`}>
                  <button type="button" className="sc-link" onClick={() => onGo(problem)}>
                    {problem.line === null ? problem.locationText : `第 ${problem.line} 行`}
                    {problem.line === null && problem.locationText === '' ? '' : '：'}
                    {problem.message}
                  </button>
                </li>
              ))}
              {errors.length > MAX_ERRORS ? <li>另有 {errors.length - MAX_ERRORS} 个</li> : null}
            </ul>
          }
        />
      ) : (
        <>
          {isReviewRequired ? (
            <Alert type="info" showIcon message="已开启“发布前需复核”：由另一位管理员复核通过后发布" />
          ) : (
            <Radio.Group
              className="dr-ways"
              aria-label="怎样发布"
              value={mode}
              onChange={({ target }) => setMode(target.value as 'publish' | 'review')}
              options={[
                { value: 'publish', label: '直接发布' },
                { value: 'review', label: '请人复核后发布' },
              ]}
            />
          )}
          <p>{isChecking ? '正在检查，请稍候…' : effect}</p>
          {isReview ? <ReviewerChoice value={reviewer} onChange={setReviewer} /> : null}
          <ImpactReport state={impactState} />
          {isReview ? null : children}
          <label htmlFor="publish-note">修改说明</label>
          <Input.TextArea
            id="publish-note"
            rows={3}
            maxLength={500}
            showCount
            className="ds-counted"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            placeholder={noteHint}
          />
        </>
      )}
    </Modal>
  );
}
