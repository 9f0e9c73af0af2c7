import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { useSession } from '../../session/context.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { challengeOf, readFailure } from './signInFailure.ts';
import { useCaptcha } from './useCaptcha.ts';

const FactorStep = lazy(() => import('./FactorStep.tsx'));
const CompanySignIn = lazy(() => import('./CompanySignIn.tsx'));

interface Fields {
  username: string;
  password: string;
  validateCode: string;
}
type Problems = Partial<Record<keyof Fields, string>>;

const MISSING_TEXTS: Readonly<Record<keyof Fields, string>> = {
  username: '请输入用户名',
  password: '请输入密码',
  validateCode: '请输入验证码',
};
const FIELD_ORDER: readonly (keyof Fields)[] = ['username', 'password', 'validateCode'];

/** Returns a message for each empty field. */
const findMissing = (fields: Fields): Problems =>
  Object.fromEntries(FIELD_ORDER.filter((key) => fields[key].trim() === '').map((key) => [key, MISSING_TEXTS[key]]));

/** Form for username, password and captcha (AU-001…006). After success the route guard opens the requested page. */
export function SignInForm() {
  const session = useSession();
  const captcha = useCaptcha();
  const [fields, setFields] = useState<Fields>(() => ({
    username: session.lastUsername(),
    password: '',
    validateCode: '',
  }));
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [challenge, setChallenge] = useState('');
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const validateCode = useRef<HTMLInputElement>(null);
  const inputs = { username, password, validateCode };
  // no automatic focus on phones, because the on-screen keyboard would cover the page
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) (username.current?.value ? password : username).current?.focus();
  }, []);

  const change =
    (key: keyof Fields) =>
    (value: string): void => {
      setFields((before) => ({ ...before, [key]: value }));
      setProblems((before) => ({ ...before, [key]: undefined }));
    };

  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await session.signIn({ ...fields, validateCode: fields.validateCode.trim(), uuid: captcha.uuid });
    } catch (error) {
      const newChallenge = challengeOf(error);
      if (newChallenge) {
        setChallenge(newChallenge);
        return;
      }
      const { text, field } = readFailure(error);
      setFailure(text);
      // a captcha is valid for one attempt only
      setFields((before) => ({ ...before, validateCode: '' }));
      captcha.refresh();
      inputs[field].current?.focus();
      if (field === 'password') password.current?.select();
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const newProblems = findMissing(fields);
    setProblems(newProblems);
    const firstInvalid = FIELD_ORDER.find((key) => newProblems[key]);
    if (firstInvalid) inputs[firstInvalid].current?.focus();
    else void send();
  };

  if (challenge)
    return (
      <Suspense fallback={null}>
        <FactorStep
          challenge={challenge}
          username={fields.username}
          onBack={(text) => {
            setChallenge('');
            setFields((before) => ({ ...before, validateCode: '' }));
            setFailure(text);
            captcha.refresh();
          }}
        />
      </Suspense>
    );
  return (
    <form className="sf-sign-form" onSubmit={submit} noValidate aria-label="登录">
      <h2>账号登录</h2>
      <div role="alert" className="sf-sign-alert">
        {failure && <p>{failure}</p>}
      </div>
      <div className="sf-sign-field">
        <label htmlFor="username">用户名</label>
        <input
          ref={username}
          id="username"
          name="username"
          value={fields.username}
          onChange={(event) => change('username')(event.target.value)}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          placeholder="请输入用户名"
          aria-invalid={Boolean(problems.username)}
          aria-describedby={problems.username ? 'username-problem' : undefined}
        />
        {problems.username && (
          <p className="sf-sign-problem" id="username-problem">
            {problems.username}
          </p>
        )}
      </div>
      <PasswordField
        inputRef={password}
        value={fields.password}
        problem={problems.password}
        onChange={change('password')}
      />
      <CaptchaField
        inputRef={validateCode}
        value={fields.validateCode}
        image={captcha.image}
        isLoadFailed={captcha.isFailed}
        problem={problems.validateCode}
        onChange={change('validateCode')}
        onRefresh={captcha.refresh}
      />
      <button type="submit" className="sf-sign-submit" data-action="sign-in" disabled={isBusy}>
        {isBusy ? '正在登录…' : '登 录'}
      </button>
      {readPlatformParameters().companySignIn && (
        <Suspense>
          <CompanySignIn onChallenge={setChallenge} onFailure={setFailure} />
        </Suspense>
      )}
    </form>
  );
}
