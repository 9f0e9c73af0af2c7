interface Props {
  value: string;
  image: string | null;
  isLoadFailed: boolean;
  problem: string | undefined;
  onChange(value: string): void;
  onRefresh(): void;
  inputRef: React.Ref<HTMLInputElement>;
}

/** Input for the captcha text, with its picture; a click on the picture loads another captcha. */
export function CaptchaField({ value, image, isLoadFailed, problem, onChange, onRefresh, inputRef }: Props) {
  const statusText = isLoadFailed ? '点击重试' : '加载中';
  return (
    <div className="sf-sign-field">
      <label htmlFor="validateCode">验证码</label>
      <div className="sf-sign-row">
        <input
          ref={inputRef}
          id="validateCode"
          name="validateCode"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={8}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="请输入验证码"
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? 'validateCode-problem' : undefined}
        />
        <button
          type="button"
          className="sf-captcha"
          data-action="refresh-captcha"
          title="看不清？点击换一张"
          aria-label={image ? '换一张验证码' : `验证码${statusText}`}
          onClick={onRefresh}
        >
          {image ? <img src={image} alt="验证码" /> : <span>{statusText}</span>}
        </button>
      </div>
      {problem && (
        <p className="sf-sign-problem" id="validateCode-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
