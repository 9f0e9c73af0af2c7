import { Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  mode: 'edit' | 'view';
  hasFlow: boolean;
  isBusy: boolean;
  /** An approver acts below the form instead. */
  isApproval: boolean;
  /** Only the selectors can be changed: a super role on a form that is read-only to others (ED-005). */
  isSuper: boolean;
  canEdit: boolean;
  /** What the applicant's node calls its buttons, by action. */
  names?: Readonly<Record<string, string>>;
  onSave(): void;
  onSubmit(): void;
  onEdit(): void;
  onBack(): void;
  /** What can be done with the approval beside its task. */
  flowMenu?: ReactNode;
  /** Voids or restores a record of a form without a process. */
  standing?: ReactNode;
  /** Buttons of the form, and records that may be made from this one. */
  actions?: ReactNode;
  /** Address of the printed sheet; null while nothing is stored. */
  printTo: string | null;
  /** Shows who changed what; absent while nothing is stored. */
  onHistory?(): void;
}

export function RecordToolbar({
  mode,
  hasFlow,
  isBusy,
  isApproval,
  isSuper,
  canEdit,
  onSave,
  onSubmit,
  onEdit,
  onBack,
  printTo,
  onHistory,
  flowMenu,
  standing,
  actions,
  names = {},
}: Props) {
  const isFilling = mode === 'edit' && !isApproval;
  return (
    <>
      {isFilling ? (
        <Button
          type={hasFlow && !isSuper ? 'default' : 'primary'}
          onClick={onSave}
          loading={isBusy}
          title="Ctrl+S"
          data-action="save"
        >
          {hasFlow && !isSuper ? (names['save'] ?? '保存草稿') : '保存'}
        </Button>
      ) : null}
      {isFilling && hasFlow && !isSuper ? (
        <Button type="primary" onClick={onSubmit} loading={isBusy} title="Ctrl+Enter" data-action="submit">
          {names['submit'] ?? '提交'}
        </Button>
      ) : null}
      {(mode === 'view' || isSuper) && canEdit ? (
        <Button type="primary" onClick={onEdit} data-action="edit">
          编辑
        </Button>
      ) : null}
      {mode === 'view' ? actions : null}
      {flowMenu}
      {mode === 'view' ? standing : null}
      {printTo === null ? null : (
        <Button href={`#${printTo}`} target="_blank" rel="noopener" data-action="print">
          打印
        </Button>
      )}
      {onHistory ? (
        <Button onClick={onHistory} data-action="history">
          修改记录
        </Button>
      ) : null}
      <Button onClick={onBack} data-action="back">
        返回
      </Button>
    </>
  );
}
