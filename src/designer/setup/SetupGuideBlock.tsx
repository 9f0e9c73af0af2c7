import { Alert, Button, Result, Skeleton, Steps, Tag } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SetupGuideNode } from '../../grammar/nodes.ts';
import { isAdministrator } from '../../rules/permission.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import './setup.css';

/** Mark of a step that an administrator completed or skipped; null for an open step. */
type Mark = 'done' | 'skipped' | null;
interface SetupState {
  /** True until an administrator ends the setup. */
  isOpen: boolean;
  /** `figure`: what is set up so far, as a text. `byName`: who marked the step. */
  steps: { key: string; mark: Mark; figure: string; byName: string }[];
}

/** antd status of a step other than the current step, by mark. */
const STEP_STATUS = { done: 'finish', skipped: 'wait', open: 'wait' } as const;

/** Wizard for the initial setup of a company by an administrator; the current step is kept in the URL. */
export function SetupGuideBlock({ node }: BlockProps<SetupGuideNode>) {
  const { user } = useSituation();
  if (!isAdministrator(user)) return <Result status="403" title="没有权限" subTitle="初始设置由系统管理员进行。" />;
  return <Guide node={node} />;
}

function Guide({ node }: { node: SetupGuideNode }) {
  const services = useServices();
  const { message } = useFeedback();
  const navigation = usePageNavigation();
  const navigate = useNavigate();
  const [busyAction, setBusyAction] = useState<string | null>(null);
  /** The key of the current step; a late response compares it with the step for which the call was made. */
  const shownKey = useRef<string | undefined>(undefined);
  const { load, reload } = useLoad(
    () => services.request({ url: '/system/sys/setup/state', method: 'GET', params: {} }) as Promise<SetupState>,
    [services],
  );
  const state = load.value;
  const markOf = (key: string): Mark => state?.steps.find((entry) => entry.key === key)?.mark ?? null;
  const figureOf = (key: string): string => state?.steps.find((entry) => entry.key === key)?.figure ?? '';
  const firstOpenIndex = node.steps.findIndex(({ key }) => markOf(key) === null);
  const requestedIndex = node.steps.findIndex(({ key }) => key === navigation.query.step);
  const currentIndex = requestedIndex >= 0 ? requestedIndex : Math.max(0, firstOpenIndex);
  const step = node.steps[currentIndex];
  useLayoutEffect(() => {
    shownKey.current = step?.key;
  }, [step]);
  if (load.state === 'error' && !state) return <Failure error={load.error} onRetry={reload} />;
  if (!state) return <Skeleton active paragraph={{ rows: 8 }} />;
  const isLast = currentIndex === node.steps.length - 1;
  const openCount = node.steps.filter(({ key }) => markOf(key) === null).length;
  if (!step) return null;
  const go = (index: number): void => navigation.setQuery({ ...navigation.query, step: node.steps[index]?.key ?? '' });
  const call = async (name: string, url: string, params: object): Promise<boolean> => {
    setBusyAction(name);
    try {
      await services.request({ url, method: 'POST', params: { ...params } });
      reload();
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    } finally {
      setBusyAction(null);
    }
  };
  const markStep = async (to: 'done' | 'skipped'): Promise<void> => {
    const isMarked = await call(to, '/system/sys/setup/mark', { step: step.key, mark: to });
    // another step may have been opened meanwhile
    if (isMarked && !isLast && shownKey.current === step.key) go(currentIndex + 1);
  };
  const endSetup = async (): Promise<void> => {
    if (!(await call('end', '/system/sys/setup/end', { isOpen: false }))) return;
    message.success('初始设置已完成，以后可在“系统管理 / 初始设置”中继续');
    void navigate('/');
  };
  return (
    <div className="sc-list ds-setup" data-setup={step.key}>
      <div className="sc-toolbar">
        <h2 className="sc-title">{node.title ?? '初始设置'}</h2>
        <span className="sc-note">{openCount === 0 ? '全部步骤已处理' : `还有 ${openCount} 步`}</span>
        <Button
          type={openCount === 0 ? 'primary' : 'default'}
          loading={busyAction === 'end'}
          onClick={() => void endSetup()}
          data-action="end"
        >
          {openCount === 0 ? '完成，进入系统' : '以后再设，进入系统'}
        </Button>
      </div>
      <Steps
        size="small"
        responsive
        current={currentIndex}
        onChange={go}
        items={node.steps.map(({ key, title }, index) => ({
          title,
          description: markOf(key) === 'skipped' ? '已跳过' : figureOf(key) || '未设置',
          status: index === currentIndex ? 'process' : STEP_STATUS[markOf(key) ?? 'open'],
        }))}
      />
      <Alert
        type="info"
        showIcon
        className="ds-setup-note"
        message={
          <>
            {step.note ?? step.title}
            {markOf(step.key) === 'done' ? (
              <Tag className="ds-setup-tag" color="green">
                已完成
              </Tag>
            ) : null}
            {markOf(step.key) === 'skipped' ? <Tag className="ds-setup-tag">已跳过</Tag> : null}
          </>
        }
      />
      <section className="ds-setup-step" aria-label={step.title} key={step.key}>
        <Screen screenKey={step.screen} />
      </section>
      <footer className="ds-setup-foot">
        <Button disabled={currentIndex === 0} onClick={() => go(currentIndex - 1)} data-action="previous">
          上一步
        </Button>
        <Button onClick={reload} data-action="refresh">
          刷新进度
        </Button>
        {step.more ? (
          <Button href={`#${step.more}`} data-action="more">
            在单独的页面打开
          </Button>
        ) : null}
        <span className="ds-setup-space" />
        <Button loading={busyAction === 'skipped'} onClick={() => void markStep('skipped')} data-action="skip">
          跳过
        </Button>
        <Button type="primary" loading={busyAction === 'done'} onClick={() => void markStep('done')} data-action="done">
          {isLast ? '完成此步' : '完成此步，下一步'}
        </Button>
      </footer>
    </div>
  );
}
