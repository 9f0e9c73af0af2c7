import { Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  mode: 'edit' | 'view';
  hasFlow: boolean;
  isBusy: boolean;
  /** True for an approver's task, whose buttons are below the form. */
  isApproval: boolean;
  /** True when a super role may change only the selectors of a form that is read-only for others (ED-005). */
  isSuperEdit: boolean;
  /** True when the user may switch from viewing to editing. */
  canEdit: boolean;
  /** Labels of the save and submit buttons by action (`save`, `submit`), defined by the applicant's node. */
  names?: Readonly<Record<string, string>>;
  onSave(): void;
  onSubmit(): void;
  onEdit(): void;
  onBack(): void;
  /** Buttons for operations on the approval other than deciding the task, e.g. take back, urge, comment, void. */
  flowMenu?: ReactNode;
  /** Button that voids or restores a record of a form without a process. */
  voidButton?: ReactNode;
  /** Buttons for the actions of the form, and for creating records from this record. */
  actions?: ReactNode;
  /** Button that opens the record's page for phones. */
  phonePageButton?: ReactNode;
  /** Address of the print page; null for a record that is not stored. */
  printAddress: string | null;
  /** Opens the change history; absent for a record that is not stored. */
  onHistory?(): void;
}

/** Buttons of a record page. */
export function RecordToolbar({
  mode,
  hasFlow,
  isBusy,
  isApproval,
  isSuperEdit,
  canEdit,
  onSave,
  onSubmit,
  onEdit,
  onBack,
  printAddress,
  onHistory,
  flowMenu,
  voidButton,
  actions,
  phonePageButton,
  names = {},
}: Props) {
  const isReading = mode === 'view' || isSuperEdit;
  const isFilling = mode === 'edit' && !isApproval;
  return (
    <>
      {isFilling ? (
        <Button
          type={hasFlow && !isSuperEdit ? 'default' : 'primary'}
          onClick={onSave}
          loading={isBusy}
          title="Ctrl+S"
          data-action="save"
        >
          {hasFlow && !isSuperEdit ? (names['save'] ?? '保存草稿') : '保存'}
        </Button>
      ) : null}
      {isFilling && hasFlow && !isSuperEdit ? (
        <Button type="primary" onClick={onSubmit} loading={isBusy} title="Ctrl+Enter" data-action="submit">
          {names['submit'] ?? '提交'}
        </Button>
      ) : null}
      {isReading && canEdit ? (
        <Button type="primary" onClick={onEdit} data-action="edit">
          编辑
        </Button>
      ) : null}
      {isReading ? actions : null}
      {flowMenu}
      {isReading ? voidButton : null}
      {phonePageButton}
      {printAddress === null ? null : (
        <Button href={`#${printAddress}`} target="_blank" rel="noopener" data-action="print">
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
