import { Button } from 'antd';

interface Props {
  mode: 'edit' | 'view';
  hasFlow: boolean;
  isBusy: boolean;
  /** An approver acts below the form instead. */
  isApproval: boolean;
  canEdit: boolean;
  onSave(): void;
  onSubmit(): void;
  onEdit(): void;
  onBack(): void;
  /** Address of the printed sheet; null while nothing is stored. */
  printTo: string | null;
}

export function RecordToolbar({ mode, hasFlow, isBusy, isApproval, canEdit, onSave, onSubmit, onEdit, onBack, printTo }: Props) {
  const isFilling = mode === 'edit' && !isApproval;
  return (
    <>
      {isFilling ? <Button type={hasFlow ? 'default' : 'primary'} onClick={onSave} loading={isBusy} data-action="save">{hasFlow ? '保存草稿' : '保存'}</Button> : null}
      {isFilling && hasFlow ? <Button type="primary" onClick={onSubmit} loading={isBusy} data-action="submit">提交</Button> : null}
      {mode === 'view' && canEdit ? <Button type="primary" onClick={onEdit} data-action="edit">编辑</Button> : null}
      {printTo === null ? null : <Button href={`#${printTo}`} target="_blank" rel="noopener" data-action="print">打印</Button>}
      <Button onClick={onBack} data-action="back">返回</Button>
    </>
  );
}
