import { Alert, Button, Skeleton, Steps } from 'antd';
import { useContext } from 'react';
import type { FieldNode, StepsNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useServices, type PageRecord } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useOptions } from '../../runtime/options/useOptions.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { fieldSteps, flowSteps, type Step } from './buildSteps.ts';
import './steps.css';

/** Progress of the page's record, by the options of a field or by the nodes of its process. */
export function StepsBlock({ node }: BlockProps<StepsNode>) {
  const page = useContext(RecordPageContext);
  if (!page) return null;
  if (node.field === undefined) return <FlowSteps node={node} page={page} />;
  const field = page.fieldNode(node.field);
  return field ? <FieldSteps node={node} page={page} field={field} /> : null;
}

function FieldSteps({ node, page, field }: { node: StepsNode; page: PageRecord; field: FieldNode }) {
  const { status, options, message, retry } = useOptions(field);
  if (options === undefined)
    return status === 'error' ? (
      <LoadFailure message={message ?? ''} onRetry={retry} />
    ) : (
      <Skeleton active title={false} />
    );
  const value = page.record.fieldsMap[field.__vModel__];
  return <StepLine title={node.title} steps={fieldSteps(options, value, node)} />;
}

function FlowSteps({ node, page }: { node: StepsNode; page: PageRecord }) {
  const { tasks } = useServices();
  const { id = '', revision, flwState } = page.record;
  const { load, reload } = useLoad(() => tasks.progress(page.formKey, id), [tasks, page.formKey, id, revision]);
  if (load.state === 'error') return <LoadFailure message={messageOf(load.error)} onRetry={reload} />;
  if (load.value === undefined) return <Skeleton active title={false} />;
  return <StepLine title={node.title} steps={flowSteps(load.value, node.values, flwState)} />;
}

const LoadFailure = ({ message, onRetry }: { message: string; onRetry(): void }) => (
  <Alert
    type="error"
    showIcon
    message={`进度没有加载出来：${message}`}
    action={<Button onClick={onRetry}>重试</Button>}
  />
);

function StepLine({ title, steps }: { title: string | undefined; steps: readonly Step[] }) {
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  if (steps.length === 0) return null;
  return (
    <section className="sc-steps" aria-label={title ?? '进度'}>
      {title ? <h3>{title}</h3> : null}
      <Steps
        size="small"
        direction={isPhone ? 'vertical' : 'horizontal'}
        responsive={false}
        items={steps.map(({ key, label, state, note }) => ({
          key,
          title: label,
          status: state,
          ...(note ? { description: note } : {}),
          ...(state === 'process' ? { 'aria-current': 'step' as const } : {}),
        }))}
      />
    </section>
  );
}
