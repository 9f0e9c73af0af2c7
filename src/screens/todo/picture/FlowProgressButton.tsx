import { Button, Empty, Modal, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { lazyFace } from '../../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../../runtime/node/NodeBoundary.tsx';
import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { Failure } from '../../shared/Failure.tsx';
import { useLoad } from '../../shared/useLoad.ts';
import { NodeList } from './NodeList.tsx';
import { STATE_NAMES, STATES } from './states.ts';
import './picture.css';

const FlowDiagram = lazyFace(async () => (await import('./FlowDiagram.tsx')).FlowDiagram);

function ProgressView({ progress }: { progress: FlowProgress }) {
  const { nodes } = progress;
  const [selectedNodeId, setSelectedNodeId] = useState<string | null>(
    (nodes.find(({ state }) => state === 'current') ?? nodes.findLast(({ state }) => state !== 'next'))?.nodeId ?? null,
  );
  return (
    <div className="fp" data-flow-picture>
      <ul className="fp-legend" aria-label="图例">
        {STATES.filter((state) => nodes.some((node) => node.state === state)).map((state) => (
          <li key={state}>
            <span className={`fp-swatch fp-swatch-${state}`} />
            {STATE_NAMES[state]}
          </li>
        ))}
      </ul>
      <NodeBoundary tag="flowDiagram" path={[]}>
        <Suspense fallback={<Skeleton active className="fp-diagram" />}>
          <FlowDiagram progress={progress} selectedNodeId={selectedNodeId} onChoose={setSelectedNodeId} />
        </Suspense>
      </NodeBoundary>
      {nodes.length > 0 ? (
        <NodeList nodes={nodes} selectedNodeId={selectedNodeId} onChoose={setSelectedNodeId} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有提交，尚无办理情况" />
      )}
    </div>
  );
}

function LoadedProgress({ formKey, recordId }: { formKey: string; recordId: string }) {
  const { tasks } = useServices();
  const { load, reload } = useLoad(() => tasks.progress(formKey, recordId), [tasks, formKey, recordId]);
  if (load.state === 'error') return <Failure error={load.error} title="流程图加载失败" onRetry={reload} />;
  if (load.value === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return load.value === null ? (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有流程" />
  ) : (
    <ProgressView progress={load.value} />
  );
}

/** Button that opens the diagram of the process with the progress of the approval, and a list of the nodes. */
export function FlowProgressButton({ formKey, recordId }: { formKey: string; recordId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)} data-action="flow-picture">
        流程图
      </Button>
      <Modal
        open={isOpen}
        title="流程图"
        footer={null}
        width="min(1280px, 94vw)"
        centered
        destroyOnHidden
        onCancel={() => setOpen(false)}
        className="fp-modal"
      >
        {isOpen ? <LoadedProgress formKey={formKey} recordId={recordId} /> : null}
      </Modal>
    </>
  );
}
