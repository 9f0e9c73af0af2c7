import { Alert, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { ImpactPanel } from '../uses/ImpactPanel.tsx';
import { useImpact } from '../uses/useImpact.ts';
import { useKind } from './documentKind.ts';
import type { LocatedProblem } from '../editor/located.ts';

interface Props {
  documentKey: string;
  /** The text that would be published. */ text(): string | Promise<string>;
  errors: readonly LocatedProblem[];
  isBusy: boolean;
  onPublish(note: string, acknowledged?: string): void;
  onGo(problem: LocatedProblem): void;
  onClose(): void;
  /** What publishing may do beside. */ children?: ReactNode;
}

const SHOWN = 10;

/** Asks what was changed; while errors remain it says which, and does not publish. */
export function PublishDialog({ documentKey, text, errors, isBusy, onPublish, onGo, onClose, children }: Props) {
  useReturnedFocus();
  const { word, effect, noteHint } = useKind();
  const [note, setNote] = useState('');
  const isBlocked = errors.length > 0;
  const state = useImpact(documentKey, text);
  return (
    <Modal
      open
      title={`发布${word}`}
      okText="发布"
      cancelText={isBlocked ? '关闭' : '取消'}
      confirmLoading={isBusy}
      width="min(640px, 94vw)"
      okButtonProps={{ disabled: isBlocked || !state.mayPublish }}
      onOk={() => onPublish(note.trim(), state.acknowledged)}
      onCancel={onClose}
    >
      {isBlocked ? (
        <Alert
          type="error"
          showIcon
          message={`还有 ${errors.length} 个错误，不能发布`}
          description={
            <ul className="ds-reasons">
              {errors.slice(0, SHOWN).map((problem) => (
                <li key={`${problem.where}${problem.span.from}:${problem.message}`}>
                  <button type="button" className="sc-link" onClick={() => onGo(problem)}>
                    {problem.line === null ? problem.where : `第 ${problem.line} 行`}
                    {problem.line === null && problem.where === '' ? '' : '：'}
                    {problem.message}
                  </button>
                </li>
              ))}
              {errors.length > SHOWN ? <li>另有 {errors.length - SHOWN} 个</li> : null}
            </ul>
          }
        />
      ) : (
        <>
          <p>{effect}</p>
          {state.error ? (
            <Alert
              type="warning"
              showIcon
              message={`影响未能查明：${messageOf(state.error)}。发布时服务器仍会核对。`}
            />
          ) : (
            <ImpactPanel impact={state.impact} isSeen={state.isSeen} onSeen={state.setSeen} />
          )}
          {children}
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
