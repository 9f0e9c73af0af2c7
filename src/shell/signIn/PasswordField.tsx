import { useState, type KeyboardEvent } from 'react';

interface Props {
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
  inputRef: React.Ref<HTMLInputElement>;
}

/** Password input with a button that shows the text, and a hint when caps lock is on. */
export function PasswordField({ value, problem, onChange, inputRef }: Props) {
  const [isShown, setShown] = useState(false);
  const [isCapsOn, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent): void => setCaps(event.getModifierState?.('CapsLock') ?? false);
  return (
    <div className="sf-sign-field">
      <label htmlFor="password">密码</label>
      <div className="sf-sign-row sf-sign-password">
        <input
          ref={inputRef}
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCaps(false)}
          autoComplete="current-password"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          placeholder="请输入密码"
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? 'password-problem' : undefined}
        />
        <button type="button" className="sf-sign-eye" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? '隐藏' : '显示'}
        </button>
      </div>
      {isCapsOn && <output className="sf-sign-hint">大写锁定已打开</output>}
      {problem && (
        <p className="sf-sign-problem" id="password-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
