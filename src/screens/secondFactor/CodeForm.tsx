import { Alert, Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../shared/messages.ts';

interface Props {
  label: string;
  /** Text of the button that sends the code. */
  action: string;
  isDanger?: boolean;
  /** True for the password, which is not shown while it is typed. */
  isSecret?: boolean;
  send(code: string): Promise<unknown>;
  onDone(answer: unknown): void;
  onCancel(): void;
}

/** Form for a single secret (a code or the password), with a button that sends it. */
export function CodeForm({ label, action, isDanger = false, isSecret = false, send, onDone, onCancel }: Props) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || code.trim() === '') return;
    setBusy(true);
    setFailure(null);
    try {
      onDone(await send(isSecret ? code : code.trim()));
    } catch (error) {
      setFailure(error);
      setCode('');
    } finally {
      setBusy(false);
    }
  };
  const inputProps = {
    id: 'factor-proof',
    value: code,
    maxLength: 64,
    'data-field': 'proof',
    onChange: (event: { target: { value: string } }) => setCode(event.target.value),
  };
  return (
    <form className="ss-factor-form" onSubmit={(event) => void submit(event)} noValidate>
      {failure ? <Alert type="error" showIcon role="alert" message={messageOf(failure)} /> : null}
      <label htmlFor="factor-proof">{label}</label>
      {isSecret ? (
        <Input.Password {...inputProps} autoComplete="current-password" />
      ) : (
        <Input {...inputProps} autoComplete="one-time-code" />
      )}
      <div className="ss-factor-buttons">
        <Button
          type="primary"
          danger={isDanger}
          htmlType="submit"
          loading={isBusy}
          disabled={code.trim() === ''}
          data-action="prove"
        >
          {action}
        </Button>
        <Button onClick={onCancel} data-action="cancel">
          取消
        </Button>
      </div>
    </form>
  );
}
