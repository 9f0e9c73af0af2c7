import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { QrCode } from '../../runtime/host/QrCode.tsx';
import { CodeForm } from './CodeForm.tsx';

interface Props {
  onDone(recoveryCodes: readonly string[]): void;
  onCancel(): void;
}

/**
 * Setup of the second factor: requests the password, shows the QR code for the authenticator app, and requests a first
 * code. `onDone` gets the recovery codes.
 */
export function Enrolment({ onDone, onCancel }: Props) {
  const { request } = useServices();
  const [enrolment, setEnrolment] = useState<{ secretKey: string; url: string } | null>(null);
  if (enrolment === null)
    return (
      <CodeForm
        key="password"
        label="输入您的登录密码"
        action="下一步"
        isSecret
        send={(password) => request({ url: '/auth/factor/begin', method: 'POST', params: { password } })}
        onDone={(answer) => setEnrolment(answer as { secretKey: string; url: string })}
        onCancel={onCancel}
      />
    );
  return (
    <div className="ss-factor-enrol">
      <QrCode text={enrolment.url} label="用身份验证器扫描的二维码" size={188} />
      <div>
        <p>1. 用手机上的身份验证器扫描二维码；不能扫描时，手动输入密钥：</p>
        <code className="ss-factor-secret" data-factor-secret="">
          {enrolment.secretKey.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CodeForm
          key="code"
          label="2. 输入验证器显示的 6 位数字"
          action="开启"
          send={(code) => request({ url: '/auth/factor/confirm', method: 'POST', params: { code } })}
          onDone={(answer) => onDone((answer as { codes: string[] }).codes)}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}
