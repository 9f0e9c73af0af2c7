import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { failureText } from '../../runtime/host/notice.ts';

interface Props {
  formKey: string;
  record: FormRecord;
  onDone(): void;
}

/**
 * Button 作废 (恢复 for a voided record), for a record without an approval that the user may change (`mayChangeRecord`,
 * `mayChangeOthersRecord`). Voiding requires a reason.
 */
export function VoidButton({ formKey, record, onDone }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isVoid = record.flwState === '4';
  const act = isVoid ? 'restore' : 'void';
  const actLabel = isVoid ? '恢复' : '作废';
  const close = (): void => {
    setOpen(false);
    setReason('');
    setFailure(null);
  };
  const confirm = async (): Promise<void> => {
    if (!isVoid && reason.trim() === '') {
      setFailure('请填写作废原因');
      return;
    }
    setBusy(true);
    try {
      await services.records.changeState(formKey, record.id ?? '', act, reason.trim());
      close();
      void message.success(`已${actLabel}`);
      onDone();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button danger={!isVoid} data-action={act} onClick={() => setOpen(true)}>
        {actLabel}
      </Button>
      <Modal
        open={isOpen}
        title={isVoid ? '恢复此记录？' : '作废此记录？'}
        okText={actLabel}
        cancelText="取消"
        okButtonProps={{ danger: !isVoid, loading: isBusy }}
        onOk={() => {
          void confirm();
        }}
        onCancel={close}
      >
        <p>{isVoid ? '恢复后记录重新生效。' : '作废后记录保留，但不再计入统计，也不能再被选择。'}</p>
        <Input.TextArea
          aria-label={isVoid ? '恢复原因' : '作废原因'}
          placeholder={isVoid ? '恢复原因（可不填）' : '请填写作废原因'}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {failure === null ? null : (
          <p role="alert" className="sc-problem">
            {failure}
          </p>
        )}
      </Modal>
    </>
  );
}
