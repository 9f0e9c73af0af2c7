import { Alert, Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import type { SecondFactorNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { CodeForm } from './CodeForm.tsx';
import { Enrolment } from './Enrolment.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import '../screens.css';
import './secondFactor.css';

interface FactorState {
  isOn: boolean;
  isRequired: boolean;
  /** Number of unused recovery codes. */
  recoveryLeft: number;
}

/** 两步验证 of the user's own account: set up, renew recovery codes, turn off. */
export function SecondFactorBlock({ node, onDone }: { node: SecondFactorNode; onDone?(): void }) {
  const { request } = useServices();
  const [step, setStep] = useState<'enrol' | 'off' | 'renew' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { load, reload } = useLoad<FactorState>(
    () => request({ url: '/auth/factor/state', method: 'GET', params: {} }) as Promise<FactorState>,
    [request],
  );
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { isOn, isRequired, recoveryLeft } = load.value;
  const finish = (): void => {
    setStep(null);
    setCodes(null);
    reload();
  };
  return (
    <section className="sc-list ss-factor" data-second-factor={isOn ? 'on' : 'off'}>
      <div className="sc-toolbar">
        <h2 className="sc-title">
          {node.title} <Tag color={isOn ? 'success' : 'default'}>{isOn ? '已开启' : '未开启'}</Tag>
        </h2>
      </div>
      <p className="sc-note">
        开启后，登录时除密码外还要输入手机身份验证器（如微软、谷歌的验证器，或其他支持 TOTP 的应用）显示的 6 位数字。
      </p>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onDone ?? finish} />
      ) : step === 'enrol' ? (
        <Enrolment onDone={setCodes} onCancel={finish} />
      ) : step === 'off' ? (
        <CodeForm
          label="输入当前的动态验证码或恢复码，以关闭两步验证"
          action="关闭两步验证"
          isDanger
          send={(code) => request({ url: '/auth/factor/off', method: 'POST', params: { code } })}
          onDone={finish}
          onCancel={finish}
        />
      ) : step === 'renew' ? (
        <CodeForm
          label="输入当前的动态验证码，以换一组恢复码"
          action="换一组恢复码"
          send={(code) => request({ url: '/auth/factor/renewCodes', method: 'POST', params: { code } })}
          onDone={(answer) => setCodes((answer as { codes: string[] }).codes)}
          onCancel={finish}
        />
      ) : isOn ? (
        <>
          <Alert
            type={recoveryLeft < 3 ? 'warning' : 'info'}
            showIcon
            message={`还有 ${recoveryLeft} 个恢复码可用。手机不在身边时用恢复码登录，每个只能用一次。`}
          />
          <div className="ss-factor-buttons">
            <Button onClick={() => setStep('renew')} data-action="renew">
              换一组恢复码
            </Button>
            {isRequired ? (
              <span className="sc-note">按系统参数的规定，管理员不能关闭</span>
            ) : (
              <Button danger onClick={() => setStep('off')} data-action="off">
                关闭
              </Button>
            )}
          </div>
        </>
      ) : (
        <div className="ss-factor-buttons">
          <Button type="primary" onClick={() => setStep('enrol')} data-action="enrol">
            开启两步验证
          </Button>
        </div>
      )}
    </section>
  );
}
