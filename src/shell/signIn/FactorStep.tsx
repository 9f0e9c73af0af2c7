import { useState, type FormEvent } from 'react';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { useSession } from '../../session/context.ts';

interface Props {
  /** Token from the server which proves that the password was correct in the first step. */
  challenge: string;
  username: string;
  /** Returns to the password form, which shows `failure`; '' shows no message. */
  onBack(failure: string): void;
}

/** Second step of sign-in: asks for a code of the authenticator app or for a recovery code. */
export default function FactorStep({ challenge, username, onBack }: Props) {
  const session = useSession();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState('');
  const [isRecoveryCode, setRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const label = isRecoveryCode ? '恢复码' : '动态验证码';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === '') {
      setFailure(`请输入${label}`);
      return;
    }
    setBusy(true);
    setFailure('');
    try {
      await session.signIn({ username, grant_type: 'factor', challenge, code: code.trim() });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'FACTOR_ENDED') onBack(error.message);
      else {
        setFailure(error instanceof Error ? error.message : '登录失败，请重试');
        setCode('');
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="sf-sign-form" onSubmit={(event) => void submit(event)} noValidate aria-label="两步验证">
      <h2>两步验证</h2>
      <div role="alert" className="sf-sign-alert">
        {failure && <p>{failure}</p>}
      </div>
      <p className="sf-sign-words-small">
        {isRecoveryCode
          ? '输入开启两步验证时保存的恢复码，每个只能用一次。'
          : '打开手机上的身份验证器，输入显示的 6 位数字。'}
      </p>
      <div className="sf-sign-field">
        <label htmlFor="factorCode">{label}</label>
        <input
          id="factorCode"
          name="factorCode"
          key={String(isRecoveryCode)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only input of this form
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode={isRecoveryCode ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={isRecoveryCode ? 24 : 8}
          placeholder={isRecoveryCode ? 'XXXX-XXXX-XXXX-XXXX' : '6 位数字'}
          aria-invalid={failure !== ''}
        />
      </div>
      <button type="submit" className="sf-sign-submit" data-action="verify" disabled={isBusy}>
        {isBusy ? '正在验证…' : '验 证'}
      </button>
      <div className="sf-sign-links">
        <button
          type="button"
          className="sf-sign-link"
          data-action="use-recovery"
          onClick={() => {
            setRecovery(!isRecoveryCode);
            setCode('');
            setFailure('');
          }}
        >
          {isRecoveryCode ? '改用动态验证码' : '手机不在身边？用恢复码'}
        </button>
        <button type="button" className="sf-sign-link" data-action="back" onClick={() => onBack('')}>
          返回登录
        </button>
      </div>
    </form>
  );
}
